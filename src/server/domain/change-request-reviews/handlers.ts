import { changeRequestReviews, type Review } from '#contract/change-request-reviews.ts'
import { expectEditable, type RequestRef } from '../../content/request-rows.ts'
import { lockHead } from '../../content/revision-rows.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { DomainError, notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { difference, recordAuditEvents } from '../audit-events/record.ts'
import { auditStateOf, changeRequestAuditEvent } from '../change-requests/audit-events.ts'
import { type ChangeRequestRow, changeRequestOf, lockChangeRequest } from '../change-requests/queries.ts'
import {
  hasReviewed,
  insertReview,
  reviewOf,
  reviewPage,
  supersede,
} from '../change-requests/review-queries.ts'
import {
  contributorPage,
  putReviewers,
  type ReviewerRow,
  ranksIn,
  removeReviewer,
  reviewerOf,
  reviewers,
  setReminded,
} from '../change-requests/reviewer-queries.ts'
import {
  peopleWithoutRequest,
  putTeamReviewers,
  removeTeamReviewer,
  replaceTeamsBy,
  requestedPage,
  type TeamReviewerRow,
  teamReviewers,
} from '../change-requests/team-reviewer-queries.ts'
import { countStatus, touchChangeRequest, updateChangeRequest } from '../change-requests/write-queries.ts'
import { commentText, inFormat } from '../comments/body.ts'
import { postComment } from '../comments/comment-operations.ts'
import { membersOfTeams, teamsByIds } from '../merge-rules/queries.ts'
import { notifyOfReview, notifyReviewers, settleReviewRequest } from './notify.ts'
import { presentContributors, presentReviewers, presentReviews } from './present.ts'
import { expectNotOwn, expectReminderDue, expectReviewers, expectTeams } from './rules.ts'

type Path = { readonly spaceId: string; readonly changeRequestId: string }

export const changeRequestReviewHandlers = handle(changeRequestReviews, {
  async list(ctx, { params, query: { format, ...query } }) {
    const ref = await refOf(ctx, params)
    const { rows, next, count } = await reviewPage(ctx.db, ref, query)
    const items: Review[] = []
    for (const one of await presentReviews(ctx, ref, rows)) items.push(await reviewIn(one, format))
    return { ...(next ? { next } : {}), count, items }
  },

  async create(ctx, { params, body }) {
    const text = body.comment === undefined ? null : await commentText(body.comment, 'comment')
    const [id, now, reviewerId] = [ctx.newId(), ctx.now(), ctx.caller.userId]
    return ctx.write(async (tx) => {
      const request = await lockChangeRequest(tx, at(ctx, params.spaceId), params.changeRequestId)
      expectEditable(request)
      expectNotOwn(body.status, reviewerId, request.createdBy)
      const ref = refTo(ctx, request)
      const comment = text === null ? null : await postComment(tx, ctx, ref, text)
      const commentId = comment?.id ?? null
      await supersede(tx, ref, [reviewerId], now)
      const teams = reviewerId === request.createdBy ? [] : await replaceTeamsBy(tx, ref, reviewerId)
      const { status } = body
      await insertReview(tx, ref, { id, revision: ref.revision, reviewerId, status, commentId, now })
      await touchChangeRequest(tx, ref.organizationId, request.id, now)
      await notifyOfReview(tx, ctx, request, { id, status, comment })
      const others = await peopleWithoutRequest(tx, ref, { teams })
      await settleReviewRequest(tx, ctx, request, [reviewerId, ...others])
      await recordAuditEvents(
        tx,
        ctx,
        changeRequestAuditEvent('review', request, { after: { review: id, status } }),
      )
      return first(await presentReviews(ctx, ref, [await reviewOf(tx, ref, id)], tx))
    })
  },

  async get(ctx, { params, query: { format } }) {
    const ref = await refOf(ctx, params)
    const rows = [await reviewOf(ctx.db, ref, params.reviewId)]
    return reviewIn(first(await presentReviews(ctx, ref, rows)), format)
  },

  async listRequested(ctx, { params, query }) {
    const { rows, next, count } = await requestedPage(ctx.db, await refOf(ctx, params), query)
    return { ...(next ? { next } : {}), count, items: await presentReviewers(ctx, rows) }
  },

  async request(ctx, { params, body }) {
    const [users, teams] = [[...new Set(body.users)], [...new Set(body.teams)]]
    const now = ctx.now()
    return ctx.write(async (tx) => {
      const spaceRef = at(ctx, params.spaceId)
      await lockHead(tx, spaceRef)
      const request = await lockChangeRequest(tx, spaceRef, params.changeRequestId)
      expectEditable(request)
      expectReviewers(users, await ranksIn(tx, spaceRef, users), request.createdBy)
      await expectTeamsIn(tx, request, { ...spaceRef, teams })
      const ref = refTo(ctx, request)
      const before = await requestedOf(tx, ref)
      const requested = { revision: ref.revision, by: ctx.caller.userId, now }
      await putReviewers(tx, ref, { users, ...requested })
      await putTeamReviewers(tx, ref, { teams, ...requested })
      await supersede(tx, ref, users, now)
      await notifyReviewers(tx, ctx, request, { users, teams })
      await open(tx, ctx, request, body.subject)
      const after = await requestedOf(tx, ref)
      await recordReviewers(tx, ctx, request, { before, after })
      const [people, groups] = [
        after.users.filter(({ userId }) => users.includes(userId)),
        after.teams.filter(({ teamId }) => teams.includes(teamId)),
      ]
      return {
        users: await presentReviewers(ctx, people, tx),
        teams: await presentReviewers(ctx, groups, tx),
      }
    })
  },

  async removeRequested(ctx, { params }) {
    const { userId } = params
    await ctx.write(async (tx) => {
      const request = await lockChangeRequest(tx, at(ctx, params.spaceId), params.changeRequestId)
      const ref = refTo(ctx, request)
      const before = await requestedOf(tx, ref)
      if (!(await removeReviewer(tx, ref, userId))) throw notFound('requested reviewer', userId)
      await finishWithdrawal(tx, ctx, request, { before, users: [userId] })
    })
    return undefined
  },

  async removeRequestedTeam(ctx, { params }) {
    const { teamId } = params
    await ctx.write(async (tx) => {
      const request = await lockChangeRequest(tx, at(ctx, params.spaceId), params.changeRequestId)
      const ref = refTo(ctx, request)
      const before = await requestedOf(tx, ref)
      if (!(await removeTeamReviewer(tx, ref, teamId))) throw notFound('requested team', teamId)
      await finishWithdrawal(tx, ctx, request, { before, teams: [teamId] })
    })
    return undefined
  },

  async remind(ctx, { params }) {
    const { userId } = params
    const [now, by] = [ctx.now(), ctx.caller.userId]
    return ctx.write(async (tx) => {
      const request = await lockChangeRequest(tx, at(ctx, params.spaceId), params.changeRequestId)
      expectEditable(request)
      const ref = refTo(ctx, request)
      const reviewer = await reviewerOf(tx, ref, userId)
      const ranks = await ranksIn(tx, ref, [userId])
      if (reviewer === undefined || !ranks.has(userId)) throw notFound('requested reviewer', userId)
      if (await hasReviewed(tx, ref, userId))
        throw new DomainError('invalid_state', 'They have already reviewed the latest version')
      expectReminderDue(reviewer.remindedAt, now)
      await setReminded(tx, ref, userId, now)
      await ctx.jobs.enqueue(tx, 'send-mail', {
        kind: 'review-reminder',
        organizationId: ref.organizationId,
        changeRequestId: ref.changeRequestId,
        userId,
        by,
      })
      return first(await presentReviewers(ctx, [{ ...reviewer, remindedAt: now }], tx))
    })
  },

  async contributors(ctx, { params, query }) {
    const { rows, next, count } = await contributorPage(ctx.db, await refOf(ctx, params), query)
    return { ...(next ? { next } : {}), count, items: await presentContributors(ctx, rows) }
  },
})

/** A review with the body of its comment in the requested format. */
const reviewIn = async (review: Review, format: 'document' | 'markdown' | undefined): Promise<Review> =>
  review.comment === undefined ? review : { ...review, comment: await inFormat(review.comment, format) }

const at = (ctx: Context, spaceId: string) => ({ organizationId: ctx.access.organizationId, spaceId })

const refTo = (ctx: Context, { id, spaceId, revision }: ChangeRequestRow) => ({
  ...at(ctx, spaceId),
  changeRequestId: id,
  revision,
})

const refOf = async (ctx: Context, { spaceId, changeRequestId }: Path) =>
  refTo(ctx, await changeRequestOf(ctx.db, at(ctx, spaceId), changeRequestId))

/** Requesting a review opens a draft, and sets the subject if one was sent. */
async function open(
  tx: Tx,
  ctx: Context,
  request: ChangeRequestRow,
  subject = request.subject,
): Promise<void> {
  const status = request.status === 'draft' ? ('open' as const) : request.status
  const now = ctx.now()
  const changed = difference(auditStateOf(request), { subject, status })
  if (changed === null) return void (await touchChangeRequest(tx, ctx.access.organizationId, request.id, now))
  await updateChangeRequest(tx, ctx.access.organizationId, request.id, { subject, status }, now)
  await countStatus(tx, at(ctx, request.spaceId), { from: request.status, to: status })
  await recordAuditEvents(tx, ctx, changeRequestAuditEvent('update', { ...request, subject }, changed))
}

type Requested = { readonly users: readonly ReviewerRow[]; readonly teams: readonly TeamReviewerRow[] }

const requestedOf = async (tx: Tx, ref: RequestRef): Promise<Requested> => ({
  users: await reviewers(tx, ref),
  teams: await teamReviewers(tx, ref),
})

type Withdrawn = {
  readonly before: Requested
  readonly users?: readonly string[]
  readonly teams?: readonly string[]
}

/** After people or teams were removed from the requested reviewers: it is done for those not requested otherwise. */
async function finishWithdrawal(
  tx: Tx,
  ctx: Context,
  request: ChangeRequestRow,
  { before, ...removed }: Withdrawn,
): Promise<void> {
  const ref = refTo(ctx, request)
  await touchChangeRequest(tx, ref.organizationId, request.id, ctx.now())
  await settleReviewRequest(tx, ctx, request, await peopleWithoutRequest(tx, ref, removed))
  await recordReviewers(tx, ctx, request, { before, after: await requestedOf(tx, ref) })
}

async function recordReviewers(
  tx: Tx,
  ctx: Context,
  request: ChangeRequestRow,
  { before, after }: { readonly before: Requested; readonly after: Requested },
): Promise<void> {
  const changed = difference(namesOf(before), namesOf(after))
  if (changed !== null)
    await recordAuditEvents(tx, ctx, changeRequestAuditEvent('reviewers', request, changed))
}

const namesOf = ({ users, teams }: Requested) => ({
  requestedReviewers: users.map(({ userId }) => userId).sort(),
  requestedTeams: teams.map(({ teamId }) => teamId).sort(),
})

async function expectTeamsIn(
  tx: Tx,
  { createdBy: author }: ChangeRequestRow,
  { teams, ...space }: SpaceRef & { readonly teams: readonly string[] },
): Promise<void> {
  if (teams.length === 0) return
  const known = new Set((await teamsByIds(tx, space.organizationId, teams)).map(({ id }) => id))
  const members = await membersOfTeams(tx, space.organizationId, teams)
  const people = [...new Set([...members.values()].flatMap((some) => [...some]))]
  expectTeams(teams, { known, members, ranks: await ranksIn(tx, space, people), author })
}

function first<T>([item]: readonly T[]): T {
  if (item === undefined) throw new Error('It was not presented')
  return item
}
