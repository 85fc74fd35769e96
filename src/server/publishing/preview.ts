import { standingOf } from '../auth/grants.ts'
import { type PreviewOf, previewBy } from '../auth/preview-keys.ts'
import { contentOf } from '../content/read.ts'
import type { Db } from '../db/client.ts'
import { requestOf } from '../domain/change-requests/queries.ts'
import { previewWith } from '../domain/site-customization/queries.ts'
import { spacesByIds } from '../domain/spaces/queries.ts'
import { DomainError } from '../errors.ts'
import { organizationOf } from './queries.ts'
import { type Preview, type SiteState, siteStates, stateFor, triedState } from './state.ts'

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
 * A site, published or not, as a visitor with some claims would see it, with the content of a change request where one
 * is looked at. Spaces that the member may not view are left out; null when they may not see the site, or the request.
 */
export async function stateIn(db: Db, of: PreviewOf, name: string): Promise<SiteState | null> {
  const organizationId = await organizationOf(db, of.siteId)
  const standing = organizationId && (await standingOf(db, organizationId, of.userId))
  if (!organizationId || !standing || standing.disabled || standing.role === null) return null
  const whole = await siteStates(db)({ organizationId, siteId: of.siteId })
  if (whole === null) return null
  const { unsigned, ...claims } = of.claims
  const visitor = { claims: { ...claims, unsigned: (unsigned ?? {}) as Readonly<Record<string, unknown>> } }
  const seen = await spacesByIds(db, { organizationId, userId: of.userId, standing }, [...whole.heads.keys()])
  const ids = new Set(seen.map(({ id }) => id))
  const state = stateFor(whole, visitor)
  const { shape } = state
  const siteSpaces = shape.structure.siteSpaces.filter(({ spaceId }) => ids.has(spaceId))
  const preview = await previewOf(db, organizationId, of, ids, {
    isPublished: whole.whole.site.published,
    adapts: whole.whole.site.adaptiveContent,
  })
  if (preview === null) return null
  const { spaceId, revision = '' } = preview
  return {
    ...state,
    preview,
    headsStamp: `${state.headsStamp} ${revision}`,
    heads: spaceId === undefined ? state.heads : new Map([...state.heads, [spaceId, revision]]),
    shape: { ...shape, stamp: `${shape.stamp} ${name}`, structure: { ...shape.structure, siteSpaces } },
  }
}

async function previewOf(
  db: Db,
  organizationId: string,
  { changeRequest, claims }: PreviewOf,
  seen: ReadonlySet<string>,
  { isPublished, adapts }: { readonly isPublished: boolean; readonly adapts: boolean },
): Promise<Preview | null> {
  const as = adapts
    ? ` as a visitor of whom ${Object.keys(claims).length === 0 ? 'nothing' : textOf(claims)} is known`
    : ''
  if (changeRequest === undefined) {
    return { notice: `Preview${as}. ${isPublished ? 'The site is published' : 'The site is not published'}.` }
  }
  const { spaceId, id } = changeRequest
  const at = { organizationId, spaceId }
  const row = seen.has(spaceId) ? await requestIn(db, at, id) : null
  if (row === null) return null
  const content = await contentOf(db, at, row.revision)
  const files = new Map((await content.files()).map((file) => [file.id, file]))
  const subject = row.subject === '' ? '' : ` “${row.subject}”`
  return {
    notice: `Preview of change request #${row.number}${subject}${as}. Search finds what is published.`,
    spaceId,
    revision: row.revision,
    files,
  }
}

const textOf = (claims: PreviewOf['claims']): string => JSON.stringify(claims)

async function requestIn(db: Db, at: { organizationId: string; spaceId: string }, id: string) {
  try {
    return await requestOf(db, at, id)
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}
