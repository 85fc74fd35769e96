import type { SpaceRef } from '../../content/space-ref.ts'
import type { Service } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordFollow } from '../../notifications/record.ts'
import { type AuditActor, recordAuditEvents } from '../audit-events/record.ts'
import { auditStateOf, changeRequestAuditEvent } from './audit-events.ts'
import { changeRequestOf } from './queries.ts'
import {
  countNewChangeRequest,
  countStatus,
  insertChangeRequest,
  updateChangeRequest,
} from './write-queries.ts'

export type NewOpenRequest = SpaceRef & {
  readonly subject: string
  readonly by: string
  /** The revision of the space that it is based on; the head unless set. */
  readonly revision?: string
  /** Ready for review instead of a draft. */
  readonly isOpen?: boolean
}

/** Creates a change request with its audit event, and returns its id. @throws {DomainError} `not_found` */
export async function createChangeRequest(
  tx: Tx,
  doer: AuditActor & Pick<Service, 'newId'>,
  { subject, by, revision: base, isOpen = false, ...spaceRef }: NewOpenRequest,
): Promise<string> {
  const id = doer.newId()
  const { number, revision: head } = await countNewChangeRequest(tx, spaceRef)
  const revision = base ?? head
  await insertChangeRequest(tx, { ...spaceRef, id, number, subject, revision, by, now: doer.now() })
  if (isOpen) {
    await updateChangeRequest(tx, spaceRef.organizationId, id, { status: 'open' }, doer.now())
    await countStatus(tx, spaceRef, { from: 'draft', to: 'open' })
  }
  await recordFollow(tx, doer, {
    ...spaceRef,
    users: [by],
    objects: [{ kind: 'change-request', id }],
    because: 'authored',
  })
  const created = await changeRequestOf(tx, spaceRef, id)
  const after = { ...auditStateOf(created), space: spaceRef.spaceId }
  await recordAuditEvents(tx, doer, {
    ...changeRequestAuditEvent('create', created, { after }),
    organizationId: spaceRef.organizationId,
  })
  return id
}
