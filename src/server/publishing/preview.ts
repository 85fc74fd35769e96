import { grantsPermission, type Role } from '#contract/shared/permissions.ts'
import { resolveAccess } from '../auth/access.ts'
import { accessFacts } from '../auth/grants.ts'
import { type Preview, previewOfKey } from '../auth/preview-keys.ts'
import type { Viewer } from '../auth/viewer.ts'
import { contentOf } from '../content/read.ts'
import type { Db } from '../db/client.ts'
import { changeRequestOf } from '../domain/change-requests/queries.ts'
import { previewWith } from '../domain/site-customization/queries.ts'
import { showEverything, visibleStructure } from '../domain/sites/adaptive-content.ts'
import type { Structure } from '../domain/sites/structure/structure.ts'
import { spacesByIds } from '../domain/spaces/queries.ts'
import { DomainError } from '../errors.ts'
import { plannedState } from './planned-state.ts'
import { noticeOf } from './preview-notice.ts'
import { type SiteState, siteStates, stateFor, stateWithCustomization } from './state.ts'

/** The site that a key shows before others see it so; null for a key that is not known or has run out. */
export async function previewedState(db: Db, key: string, now: Date): Promise<SiteState | null> {
  if (key.includes('.')) {
    const of = await previewOfKey(db, key, now)
    return of && stateIn(db, of, key)
  }
  const trial = await previewWith(db, key, now)
  if (trial === undefined) return null
  const { looks, siteSpaceId } = trial
  const seer = await seerOf(db, trial)
  if (seer === null || !mayArrange(seer.role)) return null
  const tried = await stateWithCustomization(db, trial, key, (saved) =>
    siteSpaceId === null
      ? { ...saved, site: looks }
      : { ...saved, spaces: new Map([...saved.spaces, [siteSpaceId, looks]]) },
  )
  if (tried === null) return null
  if (isOpen(tried.whole)) return tried
  const ids = await spacesSeenBy(db, seer.viewer, tried)
  const structure = visibleStructure(tried.shape.structure, (spaceId) => ids.has(spaceId), showEverything)
  return { ...tried, shape: { ...tried.shape, structure } }
}

/** Who looks, with their role on the site; null when they may not see it. */
async function seerOf(
  db: Db,
  { siteId, userId }: { readonly siteId: string; readonly userId: string },
): Promise<{ readonly role: Role; readonly viewer: Viewer } | null> {
  const facts = await accessFacts(db, { kind: 'site', id: siteId }, userId)
  if (facts === null || facts.member === null) return null
  const { role } = resolveAccess(facts)
  const { organizationId, member: standing } = facts
  return role === null ? null : { role, viewer: { organizationId, userId, membership: standing } }
}

/** The spaces of a site that somebody may view. */
async function spacesSeenBy(db: Db, viewer: Viewer, { heads }: SiteState): Promise<ReadonlySet<string>> {
  const seen = await spacesByIds(db, viewer, [...heads.keys()])
  return new Set(seen.map(({ id }) => id))
}

/** Whether everybody reads all of a site, signed in or not. */
const isOpen = ({ site: { published, visibility, adaptiveContent } }: Structure): boolean =>
  published && !adaptiveContent && (visibility === 'public' || visibility === 'unlisted')

/**
 * A site, published or not, as a visitor with some claims would see it, as planned and with the content of a change
 * request where these are looked at. Spaces that the member may not view are left out; null when they may not see the
 * site, its plan or the request.
 */
export async function stateIn(db: Db, of: Preview, name: string): Promise<SiteState | null> {
  const seer = await seerOf(db, of)
  if (seer === null || (of.plan && !mayArrange(seer.role))) return null
  const { viewer } = seer
  const { organizationId } = viewer
  const live = await siteStates(db)({ organizationId, siteId: of.siteId })
  if (live === null) return null
  const planned = of.plan ? await plannedState(db, viewer, live) : undefined
  const whole = planned?.state ?? live
  const { unsigned, ...claims } = of.claims
  const visitor = { claims: { ...claims, unsigned: (unsigned ?? {}) as Readonly<Record<string, unknown>> } }
  const ids = await spacesSeenBy(db, viewer, whole)
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
  const structure = visibleStructure(shape.structure, (spaceId) => ids.has(spaceId), showEverything)
  return {
    ...state,
    preview: { notice, ...request?.shown, moved: planned?.moved },
    headsStamp: `${state.headsStamp} ${request?.shown.revision ?? ''}`,
    heads: request ? new Map([...state.heads, [request.shown.spaceId, request.shown.revision]]) : state.heads,
    shape: { ...shape, stamp: `${shape.stamp} ${name}`, structure },
  }
}

/** Plans and looks that are tried out are seen by those who may change them. */
export const mayArrange = (role: Role | null): boolean => grantsPermission(role, 'site.edit')

/** The change request that is looked at; null when it is gone, or of a space that the member may not view. */
async function requestShown(
  db: Db,
  organizationId: string,
  { spaceId, id }: NonNullable<Preview['changeRequest']>,
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
    return await changeRequestOf(db, at, id)
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}
