import type { Contributor, RequestedReviewer, Review } from '#contract/change-request-reviews.ts'
import type { Comment } from '#contract/comments.ts'
import type { RequestRef } from '../../content/request-rows.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { ReviewRow } from '../change-requests/review-queries.ts'
import type { ContributorRow, ReviewerRow } from '../change-requests/reviewer-queries.ts'
import type { TeamReviewerRow } from '../change-requests/team-reviewer-queries.ts'
import { presentComments } from '../comments/present.ts'
import { commentsByIds } from '../comments/queries.ts'
import { authorsByIds, formerUser } from '../users/people-queries.ts'
import { presentUser } from '../users/present.ts'

type Db = Context['db'] | Tx

/** Looks up users once and returns a function that presents them by id. */
async function peopleIn(ctx: Context, db: Db, ids: readonly (string | null)[]) {
  const people = await authorsByIds(db, ctx.access.organizationId, ids)
  return (id: string) => presentUser(people.get(id) ?? formerUser(id), ctx.urls)
}

/** Presents reviews of one request, in order. */
export async function presentReviews(
  ctx: Context,
  ref: RequestRef & { readonly revision: string },
  rows: readonly ReviewRow[],
  db: Db = ctx.db,
): Promise<Review[]> {
  const ids = rows.flatMap(({ reviewerId, requestedBy }) => [reviewerId, requestedBy])
  const person = await peopleIn(ctx, db, ids)
  const comments = await commentsOf(ctx, ref, rows, db)
  return rows.map((row) => {
    const comment = comments.get(row.commentId ?? '')
    return {
      object: 'change-request-review',
      id: row.id,
      revision: row.revision,
      reviewer: person(row.reviewerId),
      ...(row.requestedBy === null ? {} : { requestedBy: person(row.requestedBy) }),
      status: row.status,
      outdated: row.outdated,
      ...(comment === undefined ? {} : { comment }),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      urls: {
        location: ctx.urls.location(
          'spaces',
          ref.spaceId,
          'change-requests',
          ref.changeRequestId,
          'reviews',
          row.id,
        ),
      },
    }
  })
}

/** The comments posted with reviews, without those deleted since. */
async function commentsOf(
  ctx: Context,
  ref: RequestRef & { readonly revision: string },
  rows: readonly ReviewRow[],
  db: Db,
): Promise<ReadonlyMap<string, Comment>> {
  const ids = rows.flatMap(({ commentId }) => commentId ?? [])
  if (ids.length === 0) return new Map()
  const comments = await presentComments(ctx, ref, await commentsByIds(db, ref, ids), db)
  return new Map(comments.map((comment) => [comment.id, comment]))
}

/** Presents requested reviewers, in order. */
export async function presentReviewers(
  ctx: Context,
  rows: readonly (ReviewerRow | TeamReviewerRow)[],
  db: Db = ctx.db,
): Promise<RequestedReviewer[]> {
  const ids = rows.flatMap((row) => ['userId' in row ? row.userId : null, row.requestedBy])
  const person = await peopleIn(ctx, db, ids)
  return rows.map((row) => {
    const common = {
      object: 'change-request-requested-reviewer' as const,
      revision: row.revision,
      requestedBy: person(row.requestedBy),
      createdAt: row.createdAt.toISOString(),
    }
    if ('teamId' in row)
      return { ...common, kind: 'team', team: { object: 'team', id: row.teamId, title: row.title } }
    const remindedAt = row.remindedAt?.toISOString()
    return {
      ...common,
      kind: 'user',
      user: person(row.userId),
      ...(remindedAt === undefined ? {} : { remindedAt }),
    }
  })
}

/** Presents contributors, in order. */
export async function presentContributors(
  ctx: Context,
  rows: readonly ContributorRow[],
): Promise<Contributor[]> {
  const person = await peopleIn(
    ctx,
    ctx.db,
    rows.map(({ userId }) => userId),
  )
  return rows.map(({ userId, contribution, count, updatedAt }) => ({
    user: person(userId),
    actionType: contribution,
    count,
    updatedAt: updatedAt.toISOString(),
  }))
}
