import { type RawBuilder, sql } from 'kysely'
import { DEFAULT_PAGE_SIZE, type Paging } from '#contract/shared/paging.ts'
import { collectionAccess, spaceAccess } from '../../auth/grants.ts'
import type { Viewer } from '../../auth/viewer.ts'
import { lockSpaceAgainstDeletion } from '../../content/request-rows.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db, Tx } from '../../db/client.ts'
import { decodeCursor, type Page, pageFromRows } from '../../db/page.ts'
import type { StoredStatus } from '../../db/tables/change-requests.ts'
import { notFound } from '../../errors.ts'

export type ChangeRequestRow = {
  readonly id: string
  readonly spaceId: string
  readonly number: number
  readonly status: StoredStatus
  readonly subject: string
  /** Markdown; empty without one. */
  readonly description: string
  readonly createdBy: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly mergedBy: string | null
  readonly mergedAt: Date | null
  readonly revision: string
  readonly revisionInitial: string
  readonly revisionAncestor: string | null
  readonly revisionMerged: string | null
  readonly comments: number
  readonly version: number
  /** Its place in the merge queue of the space; null unless it is queued. */
  readonly queuedBy: string | null
  readonly queuedAt: Date | null
  readonly queuedRevision: string | null
  readonly queuePosition: number | null
  /** The space has a newer head than the request is based on. Always false once it is merged. */
  readonly outdated: boolean
}

const columns = sql`r.id, r.space_id as "spaceId", r.number, r.status, r.subject, r.description, r.created_by as "createdBy",
  r.created_at as "createdAt", r.updated_at as "updatedAt", r.merged_by as "mergedBy", r.merged_at as "mergedAt",
  r.revision_id as revision, r.revision_initial as "revisionInitial", r.revision_ancestor as "revisionAncestor",
  r.revision_merged as "revisionMerged", r.comments, r.version,
  r.queued_by as "queuedBy", r.queued_at as "queuedAt", r.queued_revision as "queuedRevision",
  case when r.queued_at is not null then (select count(*) from change_request earlier
    where earlier.organization_id = r.organization_id and earlier.space_id = r.space_id
      and earlier.queued_at is not null and (earlier.queued_at, earlier.number) <= (r.queued_at, r.number))
  end as "queuePosition",
  r.status <> 'merged' and coalesce(r.revision_ancestor, r.revision_initial) <> s.revision_id as outdated`

const fromRequests = sql`from change_request r
  join space s on s.organization_id = r.organization_id and s.id = r.space_id`

/** Paths name a change request by its id or its number in the space. */
const matchesIdOrNumber = (idOrNumber: string): RawBuilder<unknown> =>
  /^\d{1,9}$/.test(idOrNumber) ? sql`r.number = ${Number(idOrNumber)}` : sql`r.id = ${idOrNumber}`

/** A change request of a space by its id or number. @throws {DomainError} `not_found` */
export async function changeRequestOf(
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  idOrNumber: string,
): Promise<ChangeRequestRow> {
  const { rows } = await sql<ChangeRequestRow>`select ${columns} ${fromRequests}
    where r.organization_id = ${organizationId} and r.space_id = ${spaceId} and ${matchesIdOrNumber(idOrNumber)}`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw notFound('change request', idOrNumber)
  return row
}

/**
 * As `changeRequestOf`, with a lock until the transaction ends and a shared lock on its space. To avoid deadlocks,
 * anyone who locks the space exclusively does so first.
 */
export async function lockChangeRequest(tx: Tx, at: SpaceRef, idOrNumber: string): Promise<ChangeRequestRow> {
  await lockSpaceAgainstDeletion(tx, at)
  await sql`select from change_request r where r.organization_id = ${at.organizationId}
    and r.space_id = ${at.spaceId} and ${matchesIdOrNumber(idOrNumber)} for no key update`.execute(tx)
  return changeRequestOf(tx, at, idOrNumber)
}

/** The filters and the order of a list. */
export type ChangeRequestFilters = {
  readonly status: readonly StoredStatus[]
  readonly creator?: string | undefined
  readonly contributor?: string | undefined
  readonly requestedReviewer?: string | undefined
  readonly space?: string | undefined
  readonly site?: string | undefined
  readonly pendingReviewer?: string | undefined
  readonly verdict?: 'approved' | 'changes-requested' | undefined
  readonly inactiveSince?: string | undefined
  readonly orderBy: 'updatedAt' | 'createdAt'
}

type ChangeRequestPage = Page<ChangeRequestRow> & { readonly count: number }

/** One page of the requests of a space, newest first, with their count. */
export const changeRequestsOfSpace = (
  db: Db,
  { organizationId, spaceId }: SpaceRef,
  filters: ChangeRequestFilters & Paging,
): Promise<ChangeRequestPage> => {
  const where = sql`r.organization_id = ${organizationId} and r.space_id = ${spaceId} and ${conditionsOf(filters)}`
  return pageOfRequests(db, { head: sql``, from: sql`${fromRequests} where ${where}` }, filters)
}

/** One page of the requests in all spaces that the viewer may see; the access rule is part of the query. */
export function visibleChangeRequests(
  db: Db,
  { organizationId, userId, membership }: Viewer,
  filters: ChangeRequestFilters & Paging,
): Promise<ChangeRequestPage> {
  const access = spaceAccess(organizationId, membership)
  const from = sql`${fromRequests} ${access.joins}
    where r.organization_id = ${organizationId} and s.deleted_at is null and ${access.rank} > 0
      and ${conditionsOf(filters)}`
  return pageOfRequests(db, { head: collectionAccess(organizationId, userId, membership), from }, filters)
}

type Source = { readonly head: RawBuilder<unknown>; readonly from: RawBuilder<unknown> }

async function pageOfRequests(
  db: Db,
  { head, from }: Source,
  { orderBy, page, limit = DEFAULT_PAGE_SIZE }: ChangeRequestFilters & Paging,
): Promise<ChangeRequestPage> {
  const time = orderBy === 'createdAt' ? sql`r.created_at` : sql`r.updated_at`
  const cursor = page === undefined ? null : decodeCursor(page, 2)
  const older =
    cursor === null ? sql`true` : sql`(${time}, r.id) < (${cursor[0]}::timestamptz, ${cursor[1]}::text)`
  const [matches, countResult] = await Promise.all([
    sql<ChangeRequestRow>`${head} select ${columns} ${from} and ${older}
      order by ${time} desc, r.id desc limit ${limit === 0 ? 0 : limit + 1}`.execute(db),
    sql<{ count: number }>`${head} select count(*) as count ${from}`.execute(db),
  ])
  const rows = pageFromRows(matches.rows, limit, (row) => [
    orderBy === 'createdAt' ? row.createdAt : row.updatedAt,
    row.id,
  ])
  return { ...rows, count: countResult.rows[0]?.count ?? 0 }
}

/** Nothing happened to a request since a time. */
function inactiveSince({ inactiveSince: since }: ChangeRequestFilters): RawBuilder<unknown>[] {
  if (since === undefined) return []
  const belongs = (table: string) => sql`${sql.ref(`${table}.organization_id`)} = r.organization_id
    and ${sql.ref(`${table}.change_request_id`)} = r.id and ${sql.ref(`${table}.created_at`)} >= ${since}`
  return [
    sql`r.updated_at < ${since}`,
    sql`not exists (select from comment where ${belongs('comment')})`,
    sql`not exists (select from change_request_review judged where ${belongs('judged')})`,
    sql`not exists (select from comment thread join comment_reply reply
      on reply.organization_id = thread.organization_id and reply.comment_id = thread.id
      where thread.organization_id = r.organization_id and thread.change_request_id = r.id
        and reply.created_at >= ${since})`,
  ]
}

function conditionsOf(filters: ChangeRequestFilters) {
  const { status, creator, contributor, requestedReviewer, space, site, verdict } = filters
  const { pendingReviewer } = filters
  // For a single status the index gives the order; several have to be sorted.
  const conditions = [
    status.length === 1 ? sql`r.status = ${status[0]}` : sql`r.status = any(${status}::text[])`,
    ...inactiveSince(filters),
  ]
  if (creator !== undefined) conditions.push(sql`r.created_by = ${creator}`)
  if (space !== undefined) conditions.push(sql`r.space_id = ${space}`)
  if (contributor !== undefined)
    conditions.push(sql`exists (select from change_request_contributor c where c.organization_id = r.organization_id
      and c.change_request_id = r.id and c.user_id = ${contributor})`)
  if (requestedReviewer !== undefined) conditions.push(isRequested(requestedReviewer))
  if (pendingReviewer !== undefined)
    conditions.push(sql`(${isRequestedInTeam(pendingReviewer)} or ${isRequestedPersonally(pendingReviewer)}
      and not exists (select from change_request_review j where j.organization_id = r.organization_id
        and j.change_request_id = r.id and j.reviewer_id = ${pendingReviewer} and not j.superseded))`)
  if (verdict !== undefined) conditions.push(hasVerdict(verdict))
  if (site !== undefined)
    conditions.push(sql`exists (select from site_space shown where shown.organization_id = r.organization_id
      and shown.space_id = r.space_id and shown.site_id = ${site})`)
  return sql.join(conditions, sql` and `)
}

const isRequestedPersonally = (userId: string) =>
  sql`exists (select from change_request_reviewer v where v.organization_id = r.organization_id
    and v.change_request_id = r.id and v.user_id = ${userId})`

/** Through a team, none of whose members has reviewed; authors can't review for their teams. */
const isRequestedInTeam = (userId: string) =>
  sql`(r.created_by is distinct from ${userId} and exists (select from change_request_team_reviewer v
    join team_member membership on membership.organization_id = v.organization_id and membership.team_id = v.team_id
    where v.organization_id = r.organization_id and v.change_request_id = r.id and membership.user_id = ${userId}))`

const isRequested = (userId: string) =>
  sql`(${isRequestedPersonally(userId)} or ${isRequestedInTeam(userId)})`

/**
 * Whether the latest reviews amount to a verdict: an approval counts for the revision it reviewed, requested
 * changes until they are withdrawn.
 */
function hasVerdict(verdict: NonNullable<ChangeRequestFilters['verdict']>) {
  const reviews = sql`select from change_request_review j where j.organization_id = r.organization_id
    and j.change_request_id = r.id and not j.superseded`
  const wantsChanges = sql`exists (${reviews} and j.status = 'changes-requested')`
  if (verdict === 'changes-requested') return wantsChanges
  return sql`not ${wantsChanges} and exists (${reviews} and j.status = 'approved' and j.revision_id = r.revision_id)`
}

/** The requests whose merges made these revisions of the space. */
export async function changeRequestsByMergeRevision(
  db: Db | Tx,
  organizationId: string,
  revisions: readonly string[],
): Promise<readonly ChangeRequestRow[]> {
  if (revisions.length === 0) return []
  const { rows } = await sql<ChangeRequestRow>`select ${columns} ${fromRequests}
    where r.organization_id = ${organizationId} and r.revision_merged = any(${revisions}::text[])`.execute(db)
  return rows
}
