import type { JobHandlers, JobSchedules } from '../worker.ts'
import { cleanUpTask } from './clean-up.ts'
import { purgeTrashTask } from './purge-trash.ts'
import { readOpenapiSpecTask } from './read-openapi-spec.ts'
import { refreshOpenapiSpecsTask } from './refresh-openapi-specs.ts'
import { runImportTask } from './run-import.ts'
import { sendMailTask } from './send-mail.ts'
import { sweepContentTask } from './sweep-content.ts'

/** The handler of every job. */
export const jobHandlers: JobHandlers = {
  'run-import': runImportTask,
  'send-mail': sendMailTask,
  'purge-trash': purgeTrashTask,
  'sweep-content': sweepContentTask,
  'clean-up': cleanUpTask,
  'read-openapi-spec': readOpenapiSpecTask,
  'refresh-openapi-specs': refreshOpenapiSpecsTask,
}

/** Jobs that run every hour, and at which minute. */
export const jobSchedules: JobSchedules = {
  'purge-trash': '7 * * * *',
  'clean-up': '37 * * * *',
  'refresh-openapi-specs': '17 * * * *',
}
