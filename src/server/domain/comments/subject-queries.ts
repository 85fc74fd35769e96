import { sql } from 'kysely'
import { memberAccess } from '../../auth/member-access.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Tx } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import type { Subject } from './subject.ts'

/**
 * Locks the subject of comments until the transaction ends, the space before its change request, so that counts
 * stay right.
 * @returns the current revision of the subject
 * @throws {DomainError} `not_found` when it was deleted since the request was authorized
 */
export async function lockSubject(
  tx: Tx,
  { organizationId, spaceId, changeRequestId }: Subject,
): Promise<string> {
  const space = tx
    .selectFrom('space')
    .select('revision_id as revision')
    .where('organization_id', '=', organizationId)
    .where('id', '=', spaceId)
    .where('deleted_at', 'is', null)
  const inSpace = await (changeRequestId === null
    ? space.forNoKeyUpdate()
    : space.forKeyShare()
  ).executeTakeFirst()
  if (inSpace === undefined) throw notFound('space', spaceId)
  if (changeRequestId === null) return inSpace.revision
  const request = await tx
    .selectFrom('change_request')
    .select('revision_id as revision')
    .where('organization_id', '=', organizationId)
    .where('id', '=', changeRequestId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (request === undefined) throw notFound('change request', changeRequestId)
  return request.revision
}

/** Changes the count of open comments on a locked subject. */
export async function countOpen(
  tx: Tx,
  { organizationId, spaceId, changeRequestId }: Subject,
  more: 1 | -1,
): Promise<void> {
  await tx
    .updateTable(changeRequestId === null ? 'space' : 'change_request')
    .set({ comments: sql`comments + ${more}::integer` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', changeRequestId ?? spaceId)
    .execute()
}

/** The users among `ids` who may see a space, in the order of `ids`. */
export async function usersWhoCanSee(
  tx: Tx,
  { organizationId, spaceId }: SpaceRef,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const { head, joins, rank } = memberAccess(organizationId, 'space', [spaceId], ids)
  const { rows } = await sql<{ id: string }>`${head}
    select m.user_id as id from subject cross join member m ${joins}
    where m.organization_id = ${organizationId} and m.user_id = any(${ids}::text[]) and ${rank} > 0`.execute(
    tx,
  )
  const seeing = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => seeing.has(id))
}
