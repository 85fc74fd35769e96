import { runImport } from '../importing/run.ts'
import type { Task } from '../jobs/worker.ts'

/** Does one import; begun again when the service stopped in the middle of it. */
export const runImportTask: Task<'run-import'> = (service, payload, stop) => runImport(service, payload, stop)
