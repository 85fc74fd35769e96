import type { Generated } from 'kysely'
import type { Json } from './people.ts'

/** A process on this database, with its last sign of life. */
export type InstanceTable = {
  id: string
  host: string
  version: string
  started_at: Date
  seen_at: Date
}

/** An email that the mail server refused permanently. */
export type RejectedEmailTable = {
  id: Generated<number>
  /** What the job to send it had, so that it can run again. */
  payload: Json<Record<string, unknown>>
  recipient: string
  error: string
  created_at: Date
}

export type SystemTables = {
  instance: InstanceTable
  rejected_email: RejectedEmailTable
}
