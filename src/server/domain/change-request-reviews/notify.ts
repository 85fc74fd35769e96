import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordEvent, recordFollow, settleEvent } from '../../notifications/record.ts'
import type { ChangeRequestRow } from '../change-requests/queries.ts'

type Review = {
  readonly id: string
  readonly status: 'approved' | 'changes-requested'
  readonly comment: { readonly id: string; readonly mentions: readonly string[] } | null
}

/** Notifies followers of a change request that it was reviewed, and people whom the review mentions. */
export async function notifyOfReview(
  tx: Tx,
  ctx: Context,
  request: ChangeRequestRow,
  { id, status, comment }: Review,
): Promise<void> {
  const base = eventOn(ctx, request)
  await recordEvent(tx, ctx, {
    ...base,
    key: `review/${id}`,
    outcome: status,
    ...(comment === null ? {} : { comment: comment.id }),
    audience: [
      { reason: 'mention', users: comment?.mentions ?? [] },
      { reason: 'review_submitted', followersOf: [base.about] },
    ],
  })
}

/** Marks the request for a review as done for people who have reviewed, or no longer have to. */
export const settleReviewRequest = (
  tx: Tx,
  ctx: Context,
  request: ChangeRequestRow,
  users: readonly string[],
): Promise<void> =>
  settleEvent(tx, ctx, { ...eventOn(ctx, request), key: `review_requested/${request.id}`, users })

/**
 * Notifies people, and the members of teams who can review, that their review is requested; another request to the same
 * person renews the first.
 */
export async function notifyReviewers(
  tx: Tx,
  ctx: Context,
  request: ChangeRequestRow,
  { users, teams }: { readonly users: readonly string[]; readonly teams: readonly string[] },
): Promise<void> {
  const base = eventOn(ctx, request)
  const { organizationId } = base
  const { spaceId } = request
  await recordFollow(tx, ctx, { organizationId, spaceId, users, objects: [base.about], because: 'requested' })
  await recordEvent(tx, ctx, {
    ...base,
    access: { space: spaceId, role: 'review' },
    key: `review_requested/${request.id}`,
    renews: true,
    audience: [
      { reason: 'review_requested', users },
      ...(teams.length === 0 ? [] : [{ reason: 'review_requested' as const, teams }]),
    ],
    except: request.createdBy === null ? [] : [request.createdBy],
  })
}

const eventOn = (ctx: Context, { id, spaceId }: ChangeRequestRow) => {
  const about = { kind: 'change-request', id } as const
  return {
    organizationId: ctx.access.organizationId,
    about,
    access: { space: spaceId },
    changeRequest: id,
    actor: ctx.caller.userId,
    scopes: [about, { kind: 'space', id: spaceId } as const],
  }
}
