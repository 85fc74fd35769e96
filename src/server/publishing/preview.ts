import { isAtLeast, type Role, roleNeeded } from '#contract/shared/permissions.ts'
import { standingOf } from '../auth/grants.ts'
import { type PreviewOf, previewBy } from '../auth/preview-keys.ts'
import { contentOf } from '../content/read.ts'
import type { Db } from '../db/client.ts'
import { requestOf } from '../domain/change-requests/queries.ts'
import { previewWith } from '../domain/site-customization/queries.ts'
import { spacesByIds } from '../domain/spaces/queries.ts'
import { DomainError } from '../errors.ts'
import { everything } from './audience.ts'
import { plannedState } from './planned-state.ts'
import { noticeOf } from './preview-notice.ts'
import { organizationOf } from './queries.ts'
import { type SiteState, shownTo, siteStates, stateFor, triedState } from './state.ts'

/** The site that a key shows before others see it so; null for a key that is not known or has run out. */
export async function previewedState(db: Db, key: string, now: Date): Promise<SiteState | null> {
  if (key.includes('.')) {
    const of = await previewBy(db, key, now)
    return of && stateIn(db, of, key)
  }
  const trial = await previewWith(db, key, now)
  if (trial === undefined) return null
  const { looks, siteSpaceId } = trial
  return triedState(db, trial, key, (saved) =>
    siteSpaceId === null
      ? { ...saved, site: looks }
      : { ...saved, spaces: new Map([...saved.spaces, [siteSpaceId, looks]]) },
  )
}

/**
 * A site, published or not, as a visitor with some claims would see it, as planned and with the content of a change
 * request where these are looked at. Spaces that the member may not view are left out; null when they may not see the
 * site, its plan or the request.
 */
export async function stateIn(db: Db, of: PreviewOf, name: string): Promise<SiteState | null> {
  const organizationId = await organizationOf(db, of.siteId)
  const standing = organizationId && (await standingOf(db, organizationId, of.userId))
  if (!organizationId || !standing || standing.disabled || standing.role === null) return null
  if (of.plan && !mayPlan(standing.role)) return null
  const live = await siteStates(db)({ organizationId, siteId: of.siteId })
  if (live === null) return null
  const viewer = { organizationId, userId: of.userId, standing }
  const planned = of.plan ? await plannedState(db, viewer, live) : undefined
  const whole = planned?.state ?? live
  const { unsigned, ...claims } = of.claims
  const visitor = { claims: { ...claims, unsigned: (unsigned ?? {}) as Readonly<Record<string, unknown>> } }
  const seen = await spacesByIds(db, viewer, [...whole.heads.keys()])
  const ids = new Set(seen.map(({ id }) => id))
  const request = of.changeRequest && (await requestShown(db, organizationId, of.changeRequest, ids))
  if (request === null) return null
  const { published: isPublished, adaptiveContent } = live.whole.site
  const notice = noticeOf({
    isPublished,
    changeRequest: request?.row,
    plan: planned?.plan,
    claims: adaptiveContent ? of.claims : undefined,
  })
  const state = stateFor(whole, visitor)
  const { shape } = state
  const structure = shownTo(shape.structure, (spaceId) => ids.has(spaceId), everything)
  return {
    ...state,
    preview: { notice, ...request?.shown, moved: planned?.moved },
    headsStamp: `${state.headsStamp} ${request?.shown.revision ?? ''}`,
    heads: request ? new Map([...state.heads, [request.shown.spaceId, request.shown.revision]]) : state.heads,
    shape: { ...shape, stamp: `${shape.stamp} ${name}`, structure },
  }
}

/** A plan is seen by those who may change it. */
export const mayPlan = (role: Role | null): boolean => isAtLeast(role, roleNeeded['site.edit'] ?? 'admin')

/** The change request that is looked at; null when it is gone, or of a space that the member may not view. */
async function requestShown(
  db: Db,
  organizationId: string,
  { spaceId, id }: NonNullable<PreviewOf['changeRequest']>,
  seen: ReadonlySet<string>,
) {
  const at = { organizationId, spaceId }
  const row = seen.has(spaceId) ? await requestIn(db, at, id) : null
  if (row === null) return null
  const content = await contentOf(db, at, row.revision)
  const files = new Map((await content.files()).map((file) => [file.id, file]))
  return { row, shown: { spaceId, revision: row.revision, files } }
}

async function requestIn(db: Db, at: { organizationId: string; spaceId: string }, id: string) {
  try {
    return await requestOf(db, at, id)
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}
