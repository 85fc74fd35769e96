import { sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import type { RequestRef } from '../../content/request-rows.ts'
import type { Db, Tx } from '../../db/client.ts'
import { type Page, pageOf } from '../../db/page.ts'
import { notFound } from '../../errors.ts'

/**
 * The reviews of a request. A review is outdated when the reviewer reviewed again or was asked again, or when the
 * request has a newer revision.
 */
const reviewsOf = (db: Db | Tx, { organizationId, changeRequestId }: RequestRef) =>
  db
    .selectFrom('change_request_review as v')
    .innerJoin('change_request as r', (join) =>
      join.onRef('r.organization_id', '=', 'v.organization_id').onRef('r.id', '=', 'v.change_request_id'),
    )
    .where('v.organization_id', '=', organizationId)
    .where('v.change_request_id', '=', changeRequestId)

const outdated = sql<boolean>`(v.superseded or v.revision_id <> r.revision_id)`

const rowsOf = (query: ReturnType<typeof reviewsOf>) =>
  query
    .select([
      'v.id',
      'v.revision_id as revision',
      'v.reviewer_id as reviewerId',
      'v.requested_by as requestedBy',
      'v.status',
      'v.comment as commentId',
      'v.created_at as createdAt',
      'v.updated_at as updatedAt',
      'v.superseded',
    ])
    .select(outdated.as('outdated'))

export type ReviewRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

/** One page of the reviews of a request, newest first, with their count. */
export async function reviewPage(
  db: Db,
  ref: RequestRef,
  { outdated: only, ...paging }: Paging & { readonly outdated?: boolean | undefined },
): Promise<Page<ReviewRow> & { readonly count: number }> {
  const all = reviewsOf(db, ref)
  const query = only === undefined ? all : all.where(sql<boolean>`${outdated} = ${only}`)
  const [page, countResult] = await Promise.all([
    pageOf(
      rowsOf(query),
      { columns: ['v.created_at', 'v.id'], keyOf: (row) => [row.createdAt, row.id], direction: 'desc' },
      paging,
    ),
    query.select((count) => count.fn.countAll<number>().as('count')).executeTakeFirst(),
  ])
  return { ...page, count: countResult?.count ?? 0 }
}

/** @throws {DomainError} `not_found` */
export const reviewOf = (db: Db | Tx, ref: RequestRef, id: string): Promise<ReviewRow> =>
  rowsOf(reviewsOf(db, ref))
    .where('v.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('review', id))

/** Whether a user has reviewed the current revision, and was not asked again since. */
export const hasReviewed = async (db: Db | Tx, ref: RequestRef, userId: string): Promise<boolean> =>
  (await rowsOf(reviewsOf(db, ref))
    .where('v.reviewer_id', '=', userId)
    .where(sql<boolean>`not ${outdated}`)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The latest review of each reviewer, outdated or not. */
export const lastReviews = (db: Db | Tx, ref: RequestRef): Promise<ReviewRow[]> =>
  rowsOf(reviewsOf(db, ref))
    .distinctOn('v.reviewer_id')
    .orderBy('v.reviewer_id')
    .orderBy('v.created_at', 'desc')
    .orderBy('v.id', 'desc')
    .execute()

export type NewReview = {
  readonly id: string
  readonly revision: string
  readonly reviewerId: string
  readonly status: 'approved' | 'changes-requested'
  readonly commentId: string | null
  readonly now: Date
}

/** Stores a review; the person who requested it comes from the list of requested reviewers. */
export async function insertReview(tx: Tx, ref: RequestRef, review: NewReview): Promise<void> {
  await tx
    .insertInto('change_request_review')
    .values((is) => ({
      organization_id: ref.organizationId,
      space_id: ref.spaceId,
      change_request_id: ref.changeRequestId,
      id: review.id,
      revision_id: review.revision,
      reviewer_id: review.reviewerId,
      requested_by: is
        .selectFrom('change_request_reviewer')
        .select('requested_by')
        .where('organization_id', '=', ref.organizationId)
        .where('change_request_id', '=', ref.changeRequestId)
        .where('user_id', '=', review.reviewerId),
      status: review.status,
      comment: review.commentId,
      created_at: review.now,
      updated_at: review.now,
    }))
    .execute()
}

/** Marks the earlier reviews of these reviewers as superseded. */
export async function supersede(
  tx: Tx,
  ref: RequestRef,
  reviewers: readonly string[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('change_request_review')
    .set({ superseded: true, updated_at: now })
    .where('organization_id', '=', ref.organizationId)
    .where('change_request_id', '=', ref.changeRequestId)
    .where((is) => is('reviewer_id', '=', is.fn.any(is.val([...reviewers]))))
    .where('superseded', '=', false)
    .execute()
}

/** The ids of the reviews that comments were posted with, by comment id. */
export async function reviewsOfComments(
  db: Db | Tx,
  { organizationId, changeRequestId }: RequestRef,
  comments: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('change_request_review')
    .select(['id', 'comment'])
    .where('organization_id', '=', organizationId)
    .where('change_request_id', '=', changeRequestId)
    .where((is) => is('comment', '=', is.fn.any(is.val([...comments]))))
    .execute()
  return new Map(rows.map(({ id, comment }) => [comment ?? '', id]))
}
