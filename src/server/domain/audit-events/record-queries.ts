import type { RawBuilder } from 'kysely'
import { insertEventIf } from './queries.ts'
import { type AuditActor, type AuditEventInput, storedEvent } from './record.ts'

/** Records an event in the statement that makes the change, if `changed`, a name in that statement, has a row. */
export const recordedIf = (
  changed: RawBuilder<unknown>,
  by: AuditActor,
  event: AuditEventInput,
): RawBuilder<unknown> => insertEventIf(changed, storedEvent(by, event))
