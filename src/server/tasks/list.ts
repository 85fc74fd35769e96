import type { Tasks } from '../jobs/worker.ts'
import { runImportTask } from './run-import.ts'

/** Every job that this service works on: one line a task. */
export const tasks: Tasks = {
  'run-import': runImportTask,
}
