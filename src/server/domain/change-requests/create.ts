import type { SpaceRef } from '../../content/place.ts'
import type { Service } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { type AuditActor, recordAuditEvents } from '../audit-events/record.ts'
import { changeRequestAuditEvent, writtenOf } from './audit-events.ts'
import { changeRequestOf } from './queries.ts'
import { countNewChangeRequest, insertChangeRequest } from './write-queries.ts'

export type NewOpenRequest = SpaceRef & { readonly subject: string; readonly by: string }

/** Makes a change request, and writes down that it was made. Answers its id. @throws {DomainError} `not_found` */
export async function createChangeRequest(
  tx: Tx,
  doer: AuditActor & Pick<Service, 'newId'>,
  { subject, by, ...place }: NewOpenRequest,
): Promise<string> {
  const id = doer.newId()
  const { number, revision } = await countNewChangeRequest(tx, place)
  await insertChangeRequest(tx, { ...place, id, number, subject, revision, by, now: doer.now() })
  const made = await changeRequestOf(tx, place, id)
  const after = { ...writtenOf(made), space: place.spaceId }
  await recordAuditEvents(tx, doer, {
    ...changeRequestAuditEvent('create', made, { after }),
    organizationId: place.organizationId,
  })
  return id
}
