import { fanOut } from '../../notifications/fan-out.ts'
import type { JobHandler } from '../worker.ts'

/** Notifies the people whom an event concerns. */
export const notifyHandler: JobHandler<'notify'> = (service, event, stop) => fanOut(service, event, stop)
