import { grantsPermission, type Role } from '#contract/shared/permissions.ts'
import { resolveAccess } from '../auth/access.ts'
import { accessFacts } from '../auth/grants.ts'
import { type Preview, previewOfKey } from '../auth/preview-keys.ts'
import type { Viewer } from '../auth/viewer.ts'
import { contentOf } from '../content/read.ts'
import type { Db } from '../db/client.ts'
import { changeRequestOf } from '../domain/change-requests/queries.ts'
import { previewByKey } from '../domain/site-customization/queries.ts'
import { showEverything, visibleStructure } from '../domain/sites/adaptive-content.ts'
import type { Structure } from '../domain/sites/structure/structure.ts'
import { spacesByIds } from '../domain/spaces/queries.ts'
import { DomainError } from '../errors.ts'
import { plannedState } from './planned-state.ts'
import { previewNotice } from './preview-notice.ts'
import { type SiteState, siteStates, stateFor, stateWithCustomization } from './state.ts'

/** The previewed state of a site for a preview key; null for an unknown or expired key. */
export async function previewState(db: Db, key: string, now: Date): Promise<SiteState | null> {
  if (key.includes('.')) {
    const preview = await previewOfKey(db, key, now)
    return preview && stateForPreview(db, preview, key)
  }
  const trial = await previewByKey(db, key, now)
  if (trial === undefined) return null
  const { customization, siteSpaceId } = trial
  const member = await previewViewer(db, trial)
  if (member === null || !canEditSite(member.role)) return null
  const customized = await stateWithCustomization(db, trial, key, (saved) =>
    siteSpaceId === null
      ? { ...saved, site: customization }
      : { ...saved, spaces: new Map([...saved.spaces, [siteSpaceId, customization]]) },
  )
  if (customized === null) return null
  if (isReadableByAnyone(customized.whole)) return customized
  const ids = await visibleSpaceIds(db, member.viewer, customized)
  const structure = visibleStructure(
    customized.shape.structure,
    (spaceId) => ids.has(spaceId),
    showEverything,
  )
  return { ...customized, shape: { ...customized.shape, structure } }
}

/** The member who previews a site, with their role on it; null if they may not see it. */
async function previewViewer(
  db: Db,
  { siteId, userId }: { readonly siteId: string; readonly userId: string },
): Promise<{ readonly role: Role; readonly viewer: Viewer } | null> {
  const facts = await accessFacts(db, { kind: 'site', id: siteId }, userId)
  if (facts === null || facts.member === null) return null
  const { role } = resolveAccess(facts)
  const { organizationId, member: membership } = facts
  return role === null ? null : { role, viewer: { organizationId, userId, membership } }
}

/** Ids of the site's spaces that the viewer may read. */
async function visibleSpaceIds(db: Db, viewer: Viewer, { heads }: SiteState): Promise<ReadonlySet<string>> {
  const spaces = await spacesByIds(db, viewer, [...heads.keys()])
  return new Set(spaces.map(({ id }) => id))
}

/** Whether anyone can read the whole site without signing in. */
const isReadableByAnyone = ({ site: { published, visibility, adaptiveContent } }: Structure): boolean =>
  published && !adaptiveContent && (visibility === 'public' || visibility === 'unlisted')

/**
 * A site, published or not, as a visitor with these claims would see it, optionally with its plan and the content of a
 * change request. Spaces that the member may not view are left out; null if they may not see the site, its plan or the
 * change request.
 */
export async function stateForPreview(db: Db, preview: Preview, name: string): Promise<SiteState | null> {
  const member = await previewViewer(db, preview)
  if (member === null || (preview.plan && !canEditSite(member.role))) return null
  const { viewer } = member
  const { organizationId } = viewer
  const live = await siteStates(db)({ organizationId, siteId: preview.siteId })
  if (live === null) return null
  const planned = preview.plan ? await plannedState(db, viewer, live) : undefined
  const whole = planned?.state ?? live
  const { unsigned, ...claims } = preview.claims
  const visitor = { claims: { ...claims, unsigned: (unsigned ?? {}) as Readonly<Record<string, unknown>> } }
  const ids = await visibleSpaceIds(db, viewer, whole)
  const request =
    preview.changeRequest && (await previewedChangeRequest(db, organizationId, preview.changeRequest, ids))
  if (request === null) return null
  const { published: isPublished, adaptiveContent } = live.whole.site
  const notice = previewNotice({
    isPublished,
    changeRequest: request?.row,
    plan: planned?.plan,
    claims: adaptiveContent ? preview.claims : undefined,
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

/** Only members who can edit a site may preview its plan and unsaved customization. */
export const canEditSite = (role: Role | null): boolean => grantsPermission(role, 'site.edit')

/** The previewed change request; null if it was deleted or belongs to a space that the member may not view. */
async function previewedChangeRequest(
  db: Db,
  organizationId: string,
  { spaceId, id }: NonNullable<Preview['changeRequest']>,
  seen: ReadonlySet<string>,
) {
  const at = { organizationId, spaceId }
  const row = seen.has(spaceId) ? await findChangeRequest(db, at, id) : null
  if (row === null) return null
  const content = await contentOf(db, at, row.revision)
  const files = new Map((await content.files()).map((file) => [file.id, file]))
  return { row, shown: { spaceId, revision: row.revision, files } }
}

async function findChangeRequest(db: Db, at: { organizationId: string; spaceId: string }, id: string) {
  try {
    return await changeRequestOf(db, at, id)
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}
