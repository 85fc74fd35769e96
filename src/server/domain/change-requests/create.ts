import type { SpaceRef } from '../../content/place.ts'
import type { Service } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { type Doer, record } from '../audit-events/record.ts'
import { requestAct, writtenOf } from './audit.ts'
import { requestOf } from './queries.ts'
import { countNewRequest, insertRequest } from './write-queries.ts'

export type NewOpenRequest = SpaceRef & { readonly subject: string; readonly by: string }

/** Makes a change request, and writes down that it was made. Answers its id. @throws {DomainError} `not_found` */
export async function openRequest(
  tx: Tx,
  doer: Doer & Pick<Service, 'newId'>,
  { subject, by, ...place }: NewOpenRequest,
): Promise<string> {
  const id = doer.newId()
  const { number, revision } = await countNewRequest(tx, place)
  await insertRequest(tx, { ...place, id, number, subject, revision, by, now: doer.now() })
  const made = await requestOf(tx, place, id)
  const after = { ...writtenOf(made), space: place.spaceId }
  await record(tx, doer, { ...requestAct('create', made, { after }), organizationId: place.organizationId })
  return id
}
