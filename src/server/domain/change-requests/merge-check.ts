import type { MergeCheck } from '#contract/merge-checks.ts'
import { pagesChangedBy, tryMergesInOrder } from '../../content/merge-order.ts'
import { requestConflicts } from '../../content/merge-request.ts'
import { objectsOf } from '../../content/objects.ts'
import { headOf, type Revision } from '../../content/revision-rows.ts'
import type { Context } from '../../context.ts'
import { authorsByIds, formerUser } from '../users/people-queries.ts'
import { presentUser } from '../users/present.ts'
import { type Contender, contenders, revisionsSince } from './merge-check-queries.ts'
import { isMissing, presentRequirements, requirementsOf } from './merge-requirements.ts'
import type { ChangeRequestRow } from './queries.ts'
import { lastReviews } from './review-queries.ts'
import { reviewers } from './reviewer-queries.ts'
import { teamReviewers } from './team-reviewer-queries.ts'

/** Only the most recently changed requests are compared. */
const MAX_COMPARED_REQUESTS = 50
/** Pages listed per overlap; more are only counted. */
const MAX_PAGES_PER_OVERLAP = 20

type Obstacle = MergeCheck['obstacles'][number]
type Overlaps = Pick<MergeCheck, 'overlaps' | 'order' | 'conflicting' | 'compared'>

/** Tries to merge a request without changing anything, and reports what prevents it. */
export async function checkMerge(ctx: Context, request: ChangeRequestRow): Promise<MergeCheck> {
  const spaceRef = { organizationId: ctx.access.organizationId, spaceId: request.spaceId }
  const head = await headOf(ctx.db, spaceRef)
  const isOver = request.status === 'merged' || request.status === 'archived'
  const conflicts = isOver ? [] : await requestConflicts(ctx.db, { ...spaceRef, changeRequestId: request.id })
  const requirements = isOver ? [] : await requirementsOf(ctx, ctx.db, request)
  const missing = requirements.filter(isMissing)
  const blocking: Obstacle[] = [
    ...(isOver ? [{ type: 'status' as const, blocks: true as const, status: request.status }] : []),
    ...(conflicts.length === 0
      ? []
      : [{ type: 'conflicts' as const, blocks: true as const, count: conflicts.length }]),
    ...(missing.length === 0
      ? []
      : [{ type: 'merge-rules' as const, blocks: true as const, count: missing.length }]),
  ]
  const warnings = request.status === 'merged' ? [] : await warningsOf(ctx, request)
  const overlapping = isOver
    ? { overlaps: [], order: [], conflicting: [], compared: 0 }
    : await overlapsOf(ctx, request, head)
  return {
    object: 'merge-check',
    mergeable: blocking.length === 0,
    canBypass: missing.length > 0 && blocking.length === 1 && missing.every(({ canBypass }) => canBypass),
    rules: await presentRequirements(ctx, requirements),
    revision: head.id,
    obstacles: [...blocking, ...warnings],
    conflicts: conflicts.length,
    ...overlapping,
  }
}

/** Warnings, which do not prevent a merge. */
async function warningsOf(ctx: Context, request: ChangeRequestRow): Promise<Obstacle[]> {
  const spaceRef = { organizationId: ctx.access.organizationId, spaceId: request.spaceId }
  const ref = { ...spaceRef, changeRequestId: request.id }
  const [reviews, requested] = [await lastReviews(ctx.db, ref), await reviewers(ctx.db, ref)]
  const inForce = reviews.filter(({ outdated }) => !outdated)
  const reviewed = new Set(inForce.map(({ reviewerId }) => reviewerId))
  const pendingReviewers = requested.filter(({ userId }) => !reviewed.has(userId)).map(({ userId }) => userId)
  const people = await authorsByIds(ctx.db, spaceRef.organizationId, [
    ...pendingReviewers,
    ...reviews.map((one) => one.reviewerId),
  ])
  const user = (id: string) => presentUser(people.get(id) ?? formerUser(id), ctx.urls)
  const obstacles: Obstacle[] = []
  for (const id of pendingReviewers)
    obstacles.push({ type: 'review-requested', blocks: false, user: user(id) })
  for (const { teamId: id, title } of await teamReviewers(ctx.db, ref))
    obstacles.push({ type: 'team-review-requested', blocks: false, team: { id, title } })
  for (const { id, status, outdated, reviewerId } of reviews) {
    const common = { blocks: false as const, review: id, user: user(reviewerId) }
    if (!outdated && status === 'changes-requested') obstacles.push({ type: 'changes-requested', ...common })
    const isOldApproval = outdated && status === 'approved' && !pendingReviewers.includes(reviewerId)
    if (isOldApproval) obstacles.push({ type: 'outdated-approval', ...common })
  }
  if (request.outdated) {
    const since = request.revisionAncestor ?? request.revisionInitial
    obstacles.push({ type: 'outdated', blocks: false, behind: await revisionsSince(ctx.db, spaceRef, since) })
  }
  return obstacles
}

/** Which other requests change the same pages, and in which order all of them merge. */
async function overlapsOf(ctx: Context, request: ChangeRequestRow, head: Revision): Promise<Overlaps> {
  const spaceRef = { organizationId: ctx.access.organizationId, spaceId: request.spaceId }
  const objects = objectsOf(ctx.db, spaceRef.organizationId)
  const all = await contenders(ctx.db, spaceRef, { own: request.id, limit: MAX_COMPARED_REQUESTS })
  const own = all.find(({ id }) => id === request.id)
  const others = all.filter(({ id }) => id !== request.id).sort((a, b) => a.number - b.number)
  if (own === undefined) throw new Error(`The change request ${request.id} is gone`)
  const mine = await pagesChangedBy(objects, own)
  const overlaps: MergeCheck['overlaps'] = []
  const touching: Contender[] = []
  for (const other of others) {
    const theirs = await pagesChangedBy(objects, other)
    const both = [...mine].filter(([id]) => theirs.has(id)).map(([id, title]) => ({ id, title }))
    if (both.length === 0) continue
    touching.push(other)
    overlaps.push({
      changeRequest: summaryOf(other),
      pages: both.slice(0, MAX_PAGES_PER_OVERLAP),
      pagesTotal: both.length,
    })
  }
  const ordered = [own, ...touching].sort((a, b) => a.number - b.number)
  const { order, conflicting } = await tryMergesInOrder(objects, head.root, ordered)
  const byId = new Map(ordered.map((one) => [one.id, summaryOf(one)]))
  const summariesOf = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  return {
    overlaps,
    order: summariesOf(order),
    conflicting: summariesOf(conflicting),
    compared: others.length,
  }
}

const summaryOf = ({ id, number, subject, status }: Contender) => ({ id, number, subject, status })
