import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { Urls } from '../../urls.ts'
import { authorsByIds, formerUser } from '../users/people-queries.ts'
import type { UserRow } from '../users/present.ts'
import { presentUser } from '../users/present.ts'
import type { ChangeRequestRow } from './queries.ts'

/** Presents change requests, in order. */
export async function presentChangeRequests(
  ctx: Pick<Context, 'db' | 'urls' | 'access'>,
  rows: readonly ChangeRequestRow[],
  db: Context['db'] | Tx = ctx.db,
): Promise<ChangeRequest[]> {
  const ids = rows.flatMap(({ createdBy, mergedBy, queuedBy }) => [createdBy, mergedBy, queuedBy])
  const people = await authorsByIds(db, ctx.access.organizationId, ids)
  return rows.map((row) => present(row, people, ctx.urls))
}

/** Presents one change request. */
export async function presentChangeRequest(
  ctx: Pick<Context, 'db' | 'urls' | 'access'>,
  row: ChangeRequestRow,
  db?: Context['db'] | Tx,
): Promise<ChangeRequest> {
  const [request] = await presentChangeRequests(ctx, [row], db)
  if (request === undefined) throw new Error('The change request was not presented')
  return row.description === '' ? request : { ...request, description: { markdown: row.description } }
}

function present(row: ChangeRequestRow, people: ReadonlyMap<string, UserRow>, urls: Urls): ChangeRequest {
  const person = (id: string) => presentUser(people.get(id) ?? formerUser(id), urls)
  return {
    object: 'change-request',
    id: row.id,
    number: row.number,
    status: row.status,
    subject: row.subject,
    space: row.spaceId,
    createdBy: person(row.createdBy ?? ''),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...(row.mergedBy === null ? {} : { mergedBy: person(row.mergedBy) }),
    ...(row.mergedAt === null ? {} : { mergedAt: row.mergedAt.toISOString() }),
    revision: row.revision,
    revisionInitial: row.revisionInitial,
    ...(row.revisionAncestor === null ? {} : { revisionMergedAncestor: row.revisionAncestor }),
    ...(row.revisionMerged === null ? {} : { revisionMerged: row.revisionMerged }),
    comments: row.comments,
    ...queuedOf(row, person),
    outdated: row.outdated,
    urls: {
      location: urls.location('spaces', row.spaceId, 'change-requests', row.id),
      app: urls.app('s', row.spaceId, 'changes', String(row.number)),
    },
    version: row.version,
  }
}

/** The place of a request in the merge queue, if it is queued. */
function queuedOf(
  { queuedBy, queuedAt, queuePosition }: ChangeRequestRow,
  person: (id: string) => ChangeRequest['createdBy'],
): Pick<ChangeRequest, 'queued'> {
  if (queuedBy === null || queuedAt === null || queuePosition === null) return {}
  return { queued: { by: person(queuedBy), at: queuedAt.toISOString(), position: queuePosition } }
}
