import { sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import { memberAccess } from '../../auth/member-access.ts'
import type { RequestRef } from '../../content/request-rows.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db, Tx } from '../../db/client.ts'
import { type Page, pageOf } from '../../db/page.ts'

const reviewersOf = (db: Db | Tx, { organizationId, changeRequestId }: RequestRef) =>
  db
    .selectFrom('change_request_reviewer')
    .where('organization_id', '=', organizationId)
    .where('change_request_id', '=', changeRequestId)

const columns = [
  'user_id as userId',
  'revision_id as revision',
  'requested_by as requestedBy',
  'created_at as createdAt',
  'reminded_at as remindedAt',
] as const

export type ReviewerRow = {
  readonly userId: string
  readonly revision: string
  readonly requestedBy: string
  readonly createdAt: Date
  readonly remindedAt: Date | null
}

/** All people whose reviews are requested, at most `limit`. */
export const reviewers = (db: Db | Tx, ref: RequestRef, limit = 1000): Promise<ReviewerRow[]> =>
  reviewersOf(db, ref).select(columns).orderBy('created_at').orderBy('user_id').limit(limit).execute()

/** Requests reviews from users, again from those who were asked before. */
export async function putReviewers(
  tx: Tx,
  ref: RequestRef,
  { users, revision, by, now }: { users: readonly string[]; revision: string; by: string; now: Date },
): Promise<void> {
  if (users.length === 0) return
  await tx
    .insertInto('change_request_reviewer')
    .values(
      users.map((user_id) => ({
        organization_id: ref.organizationId,
        space_id: ref.spaceId,
        change_request_id: ref.changeRequestId,
        user_id,
        revision_id: revision,
        requested_by: by,
        created_at: now,
      })),
    )
    .onConflict((on) =>
      on
        .columns(['organization_id', 'change_request_id', 'user_id'])
        .doUpdateSet({ revision_id: revision, requested_by: by, created_at: now, reminded_at: null }),
    )
    .execute()
}

/** The review request for one user. */
export const reviewerOf = (db: Db | Tx, ref: RequestRef, userId: string): Promise<ReviewerRow | undefined> =>
  reviewersOf(db, ref).where('user_id', '=', userId).select(columns).executeTakeFirst()

/** Records a reminder. */
export async function setReminded(
  tx: Tx,
  { organizationId, changeRequestId }: RequestRef,
  userId: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('change_request_reviewer')
    .set({ reminded_at: now })
    .where('organization_id', '=', organizationId)
    .where('change_request_id', '=', changeRequestId)
    .where('user_id', '=', userId)
    .execute()
}

/** What the email to a reviewer contains; undefined if the review is no longer requested or needed. */
export const reminderOf = (
  db: Db,
  organizationId: string,
  { changeRequestId, userId, by }: { changeRequestId: string; userId: string; by: string },
) =>
  db
    .selectFrom('change_request_reviewer as reviewer')
    .innerJoin('change_request as request', (on) =>
      on
        .onRef('request.organization_id', '=', 'reviewer.organization_id')
        .onRef('request.id', '=', 'reviewer.change_request_id'),
    )
    .innerJoin('space', (on) =>
      on
        .onRef('space.organization_id', '=', 'request.organization_id')
        .onRef('space.id', '=', 'request.space_id'),
    )
    .innerJoin('member', (on) =>
      on
        .onRef('member.organization_id', '=', 'reviewer.organization_id')
        .onRef('member.user_id', '=', 'reviewer.user_id'),
    )
    .innerJoin('user_account as account', 'account.id', 'reviewer.user_id')
    .leftJoin('user_account as sender', (on) => on.on('sender.id', '=', by))
    .select([
      'account.email',
      'sender.display_name as sender',
      'request.number',
      'request.subject',
      'space.id as spaceId',
      'space.title as space',
    ])
    .where('reviewer.organization_id', '=', organizationId)
    .where('reviewer.change_request_id', '=', changeRequestId)
    .where('reviewer.user_id', '=', userId)
    .where('member.disabled', '=', false)
    .where('request.status', 'in', ['draft', 'open'])
    .executeTakeFirst()

/** False when no review was requested from the user. */
export async function removeReviewer(
  tx: Tx,
  { organizationId, changeRequestId }: RequestRef,
  userId: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('change_request_reviewer')
    .where('organization_id', '=', organizationId)
    .where('change_request_id', '=', changeRequestId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** The ranks of some users' roles in a space; those without access are missing. */
export async function ranksIn(
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  users: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { head, joins, rank } = memberAccess(organizationId, 'space', [spaceId], users)
  const { rows } = await sql<{ id: string; rank: number }>`${head}
    select m.user_id as id, ${rank} as rank from subject cross join member m ${joins}
    where m.organization_id = ${organizationId} and m.user_id = any(${users}::text[]) and ${rank} > 0`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row.rank]))
}

export type ContributorRow = {
  readonly userId: string
  readonly contribution: 'edit' | 'comment'
  readonly count: number
  readonly updatedAt: Date
}

/** One page of the people who edited or commented on a request, latest first, with their count. */
export async function contributorPage(
  db: Db,
  { organizationId, changeRequestId }: RequestRef,
  paging: Paging,
): Promise<Page<ContributorRow> & { readonly count: number }> {
  const query = db
    .selectFrom('change_request_contributor')
    .where('organization_id', '=', organizationId)
    .where('change_request_id', '=', changeRequestId)
  const [page, countResult] = await Promise.all([
    pageOf(
      query.select(['user_id as userId', 'contribution', 'count', 'updated_at as updatedAt']),
      {
        columns: ['updated_at', 'user_id', 'contribution'],
        keyOf: (row) => [row.updatedAt, row.userId, row.contribution],
        direction: 'desc',
      },
      paging,
    ),
    query.select((is) => is.fn.countAll<number>().as('total')).executeTakeFirst(),
  ])
  return { ...page, count: countResult?.total ?? 0 }
}
