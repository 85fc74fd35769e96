import type { MergeCheck } from '#contract/change-requests.ts'
import { pagesChangedBy, tryMergesInOrder } from '../../content/merge-order.ts'
import { requestConflicts } from '../../content/merge-request.ts'
import { objectsOf } from '../../content/objects.ts'
import { headOf, type Revision } from '../../content/revision-rows.ts'
import type { Context } from '../../context.ts'
import { authorsByIds, formerUser } from '../users/people-queries.ts'
import { presentUser } from '../users/present.ts'
import { type Contender, contenders, revisionsSince } from './merge-check-queries.ts'
import type { ChangeRequestRow } from './queries.ts'
import { lastReviews } from './review-queries.ts'
import { reviewers } from './reviewer-queries.ts'

/** Other requests that are looked at: the last changed ones. */
const mostCompared = 50
/** Pages that are named of one overlap. */
const mostPages = 20

type Obstacle = MergeCheck['obstacles'][number]
type Overlaps = Pick<MergeCheck, 'overlaps' | 'order' | 'apart' | 'compared'>

/** Tries the merge of a request without changing anything, and tells what is in its way. */
export async function checkMerge(ctx: Context, request: ChangeRequestRow): Promise<MergeCheck> {
  const place = { organizationId: ctx.access.organizationId, spaceId: request.spaceId }
  const head = await headOf(ctx.db, place)
  const isOver = request.status === 'merged' || request.status === 'archived'
  const conflicts = isOver ? [] : await requestConflicts(ctx.db, { ...place, changeRequestId: request.id })
  const blocking: Obstacle[] = [
    ...(isOver ? [{ type: 'status' as const, blocks: true as const, status: request.status }] : []),
    ...(conflicts.length === 0
      ? []
      : [{ type: 'conflicts' as const, blocks: true as const, count: conflicts.length }]),
  ]
  const worth = request.status === 'merged' ? [] : await worthALook(ctx, request)
  const overlapping = isOver
    ? { overlaps: [], order: [], apart: [], compared: 0 }
    : await overlapsOf(ctx, request, head)
  return {
    object: 'merge-check',
    mergeable: blocking.length === 0,
    revision: head.id,
    obstacles: [...blocking, ...worth],
    conflicts: conflicts.length,
    ...overlapping,
  }
}

/** What does not keep from merging. */
async function worthALook(ctx: Context, request: ChangeRequestRow): Promise<Obstacle[]> {
  const place = { organizationId: ctx.access.organizationId, spaceId: request.spaceId }
  const ref = { ...place, changeRequestId: request.id }
  const [reviews, asked] = [await lastReviews(ctx.db, ref), await reviewers(ctx.db, ref)]
  const inForce = reviews.filter(({ outdated }) => !outdated)
  const judged = new Set(inForce.map(({ reviewerId }) => reviewerId))
  const waited = asked.filter(({ userId }) => !judged.has(userId)).map(({ userId }) => userId)
  const people = await authorsByIds(ctx.db, place.organizationId, [
    ...waited,
    ...reviews.map((one) => one.reviewerId),
  ])
  const user = (id: string) => presentUser(people.get(id) ?? formerUser(id), ctx.urls)
  const found: Obstacle[] = []
  for (const id of waited) found.push({ type: 'review-requested', blocks: false, user: user(id) })
  for (const { id, status, outdated, reviewerId } of reviews) {
    const said = { blocks: false as const, review: id, user: user(reviewerId) }
    if (!outdated && status === 'changes-requested') found.push({ type: 'changes-requested', ...said })
    const isOldApproval = outdated && status === 'approved' && !waited.includes(reviewerId)
    if (isOldApproval) found.push({ type: 'outdated-approval', ...said })
  }
  if (request.outdated) {
    const since = request.revisionAncestor ?? request.revisionInitial
    found.push({ type: 'outdated', blocks: false, behind: await revisionsSince(ctx.db, place, since) })
  }
  return found
}

/** Which other requests change the same pages, and in which order they all merge. */
async function overlapsOf(ctx: Context, request: ChangeRequestRow, head: Revision): Promise<Overlaps> {
  const place = { organizationId: ctx.access.organizationId, spaceId: request.spaceId }
  const objects = objectsOf(ctx.db, place.organizationId)
  const all = await contenders(ctx.db, place, { own: request.id, most: mostCompared })
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
    overlaps.push({ changeRequest: named(other), pages: both.slice(0, mostPages), pagesTotal: both.length })
  }
  const tried = [own, ...touching].sort((a, b) => a.number - b.number)
  const { order, apart } = await tryMergesInOrder(objects, head.root, tried)
  const byId = new Map(tried.map((one) => [one.id, named(one)]))
  const namedAll = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  return { overlaps, order: namedAll(order), apart: namedAll(apart), compared: others.length }
}

const named = ({ id, number, subject, status }: Contender) => ({ id, number, subject, status })
