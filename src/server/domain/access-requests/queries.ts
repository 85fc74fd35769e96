import { sql } from 'kysely'
import { type AccessRequest, MAX_ACCESS_REQUESTS, MAX_GRANTORS } from '#contract/access-requests.ts'
import type { RequestableRole } from '#contract/shared/permissions.ts'
import { collectionAccess, rankOf, siteRank, spaceAccess } from '../../auth/grants.ts'
import { memberAccess, type Subject } from '../../auth/member-access.ts'
import type { Viewer } from '../../auth/viewer.ts'
import type { Db, Tx } from '../../db/client.ts'
import type { UserRow } from '../users/present.ts'

export type AccessRequestRow = {
  readonly id: string
  readonly kind: Subject['kind']
  readonly subjectId: string
  readonly title: string
  readonly userId: string
  readonly role: RequestableRole
  readonly message: string
  readonly status: 'open' | 'granted' | 'declined' | 'withdrawn'
  readonly createdAt: Date
  readonly decidedBy: string | null
  readonly decidedAt: Date | null
  readonly emailedAt: Date
}

const columns = sql`r.id, r.subject_kind as kind, r.subject_id as "subjectId", r.user_id as "userId", r.role, r.message,
  r.status, r.created_at as "createdAt", r.decided_by as "decidedBy", r.decided_at as "decidedAt",
  r.emailed_at as "emailedAt"`

const title = sql`coalesce(s.title, c.title, site.title) as title`

const subjects = sql`
  left join space s on r.subject_kind = 'space' and s.organization_id = r.organization_id and s.id = r.subject_id
    and s.deleted_at is null
  left join collection c on r.subject_kind = 'collection' and c.organization_id = r.organization_id
    and c.id = r.subject_id
  left join site on r.subject_kind = 'site' and site.organization_id = r.organization_id and site.id = r.subject_id`

/** The weakest role that grants access, as a rank. */
const GRANTING_RANK = rankOf('create')

/** The open requests that a member can grant, the oldest first. */
export async function grantableRequests(
  db: Db,
  { organizationId, userId, membership }: Viewer,
): Promise<AccessRequestRow[]> {
  const access = spaceAccess(organizationId, membership)
  const { rows } = await sql<AccessRequestRow>`${collectionAccess(organizationId, userId, membership)}
    select ${columns}, ${title} from access_request r ${subjects} ${access.joins}
    left join collection_access requested on requested.id = c.id
    where r.organization_id = ${organizationId} and r.status = 'open' and r.user_id <> ${userId}
      and ((s.id is not null and ${access.rank} >= ${GRANTING_RANK})
        or (c.id is not null and requested.rank >= ${GRANTING_RANK})
        or (site.id is not null and ${siteRank(organizationId, userId, membership)} >= ${GRANTING_RANK}))
    order by r.created_at, r.id limit ${MAX_ACCESS_REQUESTS}`.execute(db)
  return rows
}

/** The request of a member for one subject, whatever its status; undefined if they never asked. */
export async function requestBy(
  db: Db | Tx,
  { organizationId, kind, id }: Subject,
  userId: string,
): Promise<AccessRequestRow | undefined> {
  const { rows } = await sql<AccessRequestRow>`select ${columns}, ${title} from access_request r ${subjects}
    where r.organization_id = ${organizationId} and r.user_id = ${userId} and r.subject_kind = ${kind}
      and r.subject_id = ${id}`.execute(db)
  return rows[0]
}

/** A request by its id with the title of its subject; undefined if it or its subject no longer exists. */
export async function requestById(
  db: Db | Tx,
  organizationId: string,
  id: string,
): Promise<AccessRequestRow | undefined> {
  const { rows } = await sql<AccessRequestRow>`select ${columns}, ${title} from access_request r ${subjects}
    where r.organization_id = ${organizationId} and r.id = ${id}
      and coalesce(s.id, c.id, site.id) is not null`.execute(db)
  return rows[0]
}

type NewRequest = Pick<AccessRequestRow, 'id' | 'userId' | 'role' | 'message' | 'emailedAt'> & {
  readonly now: Date
}

/** Opens a request, or opens the person's earlier one again with another role and message. */
export const putRequest = (
  tx: Tx,
  { organizationId, kind, id: subjectId }: Subject,
  { id, userId, role, message, emailedAt, now }: NewRequest,
) =>
  tx
    .insertInto('access_request')
    .values({
      organization_id: organizationId,
      id,
      subject_kind: kind,
      subject_id: subjectId,
      user_id: userId,
      role,
      message,
      status: 'open',
      created_at: now,
      emailed_at: emailedAt,
    })
    .onConflict((on) =>
      on.columns(['organization_id', 'user_id', 'subject_kind', 'subject_id']).doUpdateSet({
        role,
        message,
        status: 'open',
        created_at: now,
        decided_by: null,
        decided_at: null,
        emailed_at: emailedAt,
      }),
    )
    .execute()

type Decision = Pick<AccessRequestRow, 'role'> & {
  readonly status: 'granted' | 'declined' | 'withdrawn'
  readonly by: string
  readonly now: Date
}

/** Closes an open request. False if it is not open, so that of two decisions at the same time one counts. */
export async function closeRequest(
  tx: Tx,
  organizationId: string,
  id: string,
  { status, role, by, now }: Decision,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('access_request')
    .set({ status, role, decided_by: by, decided_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** People who can grant access to a subject, who were here last first, and how many there are. */
export async function grantorsOf(
  db: Db | Tx,
  { organizationId, kind, id }: Subject,
): Promise<{ readonly grantors: readonly UserRow[]; readonly count: number }> {
  const { head, joins, rank } = memberAccess(organizationId, kind, [id])
  const { rows } = await sql<UserRow & { count: number }>`${head},
    grantor as (
      select m.user_id, m.last_seen_at from subject cross join member m ${joins}
      where m.organization_id = ${organizationId} and ${rank} >= ${GRANTING_RANK}
    )
    select account.id as "userId", account.display_name as "displayName", account.photo_url as "photoUrl",
      account.email, count(*) over () as count
    from grantor join user_account account on account.id = grantor.user_id
    order by grantor.last_seen_at desc nulls last, account.id limit ${MAX_GRANTORS}`.execute(db)
  return { grantors: rows.map(({ count: _, ...row }) => row), count: rows[0]?.count ?? 0 }
}

/** Where a request is about, as the API returns it. */
export const subjectOf = ({ kind, subjectId, title: name }: AccessRequestRow): AccessRequest['on'] => ({
  type: kind,
  id: subjectId,
  title: name,
})

/** The open request that an email is about, with both people and whether the recipient can still grant it. */
export async function requestedEmail(
  db: Db,
  organizationId: string,
  { accessRequestId, userId }: { readonly accessRequestId: string; readonly userId: string },
) {
  const request = await requestById(db, organizationId, accessRequestId)
  if (request === undefined || request.status !== 'open') return undefined
  const subject = { organizationId, kind: request.kind, id: request.subjectId }
  const { head, joins, rank } = memberAccess(organizationId, request.kind, [subject.id], [userId])
  const { rows } = await sql<{ email: string; requester: string }>`${head}
    select account.email, requester.display_name as requester
    from subject cross join member m ${joins}
    join user_account account on account.id = m.user_id
    join user_account requester on requester.id = ${request.userId}
    where m.organization_id = ${organizationId} and m.user_id = ${userId} and ${rank} >= ${GRANTING_RANK}`.execute(
    db,
  )
  return rows[0] && { ...rows[0], request }
}

/** What the email about a decision contains; undefined if the request was opened again or the person left. */
export async function decidedEmail(db: Db, organizationId: string, accessRequestId: string) {
  const request = await requestById(db, organizationId, accessRequestId)
  if (request === undefined || (request.status !== 'granted' && request.status !== 'declined'))
    return undefined
  const row = await db
    .selectFrom('member')
    .innerJoin('user_account as account', 'account.id', 'member.user_id')
    .leftJoin('user_account as decider', (on) => on.on('decider.id', '=', request.decidedBy ?? ''))
    .select(['account.email', 'decider.display_name as decider'])
    .where('member.organization_id', '=', organizationId)
    .where('member.user_id', '=', request.userId)
    .where('member.disabled', '=', false)
    .executeTakeFirst()
  return row && { ...row, request }
}
