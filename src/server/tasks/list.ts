import type { Crons, Tasks } from '../jobs/worker.ts'
import { cleanUpTask } from './clean-up.ts'
import { purgeTrashTask } from './purge-trash.ts'
import { readOpenapiSpecTask } from './read-openapi-spec.ts'
import { refreshOpenapiSpecsTask } from './refresh-openapi-specs.ts'
import { runImportTask } from './run-import.ts'
import { sendMailTask } from './send-mail.ts'
import { sweepContentTask } from './sweep-content.ts'

/** Every job that this service works on: one line a task. */
export const tasks: Tasks = {
  'run-import': runImportTask,
  'send-mail': sendMailTask,
  'purge-trash': purgeTrashTask,
  'sweep-content': sweepContentTask,
  'clean-up': cleanUpTask,
  'read-openapi-spec': readOpenapiSpecTask,
  'refresh-openapi-specs': refreshOpenapiSpecsTask,
}

/** What is done every hour, and at which minute of it. */
export const crons: Crons = {
  'purge-trash': '7 * * * *',
  'clean-up': '37 * * * *',
  'refresh-openapi-specs': '17 * * * *',
}
