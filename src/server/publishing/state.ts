import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { coalesceReads } from '../coalesce-reads.ts'
import type { FileEntry } from '../content/entries.ts'
import type { SharedValues } from '../content/expressions.ts'
import type { Db, Tx } from '../db/client.ts'
import { variablesOnSite } from '../domain/shared-variables/queries.ts'
import {
  ANONYMOUS_VISITOR,
  type ConditionFilter,
  conditionFilter,
  type Visitor,
  visibleStructure,
  visitorKey,
} from '../domain/sites/adaptive-content.ts'
import { type Address, addressesOf, type MovedAddress } from '../domain/sites/structure/addresses.ts'
import type { Structure } from '../domain/sites/structure/structure.ts'
import { structureOf } from '../domain/sites/structure-queries.ts'
import { type Customizations, customizationsOf } from './customization.ts'
import { currentRevisions, languagesOf, type SiteKey, type SpaceLanguage, stampsOf } from './queries.ts'

/** The part of a site that changes only with the site itself. Immutable. */
export type Shape = {
  readonly stamp: string
  /** As visitors see it: without what conditions hide, and without spaces in the trash. */
  readonly structure: Structure
  readonly addresses: ReadonlyMap<string, Address>
  readonly shows: ConditionFilter
  readonly customizations: Customizations
  /** Variables of the organization and of the site. */
  readonly shared: SharedValues
  /** The visitor's claims, which expressions can show; none without adaptive content. */
  readonly claims: Visitor['claims'] | undefined
  /** Equal for visitors with the same claims; empty for anonymous visitors. */
  readonly audience: string
}

/** The state of a site at one moment. */
export type SiteState = {
  readonly organizationId: string
  readonly shape: Shape
  /** The structure including what conditions hide. */
  readonly whole: Structure
  /** Changes with the content of any space of the site. */
  readonly headsStamp: string
  /** Revision ids by space id. */
  readonly heads: ReadonlyMap<string, string>
  /** The languages of its spaces, by space id. */
  readonly languages: ReadonlyMap<string, SpaceLanguage>
  /** Set in previews. */
  readonly preview?: Preview
}

/** What differs in a preview. */
export type Preview = {
  readonly notice: string
  /** Addresses that site spaces lose with the previewed plan. */
  readonly moved?: readonly MovedAddress[] | undefined
  /** The space of the previewed change request, with its revision and files. */
  readonly spaceId?: string
  readonly revision?: string
  readonly files?: ReadonlyMap<string, FileEntry>
}

/** The current state of a site, null if there is none. Costs one indexed query unless the site changed. */
export type SiteStates = (site: SiteKey) => Promise<SiteState | null>

/** One cache per database, shared by pages and API operations. */
const statesByDb = new WeakMap<Db, SiteStates>()

export function siteStates(db: Db): SiteStates {
  const existing = statesByDb.get(db)
  if (existing !== undefined) return existing
  const states = newSiteStates(db)
  statesByDb.set(db, states)
  return states
}

function newSiteStates(db: Db): SiteStates {
  const cache = new LRUCache<string, SiteState>({ max: 500 })
  const stampsNow = coalesceReads((key) => stampsOf(db, JSON.parse(key) as SiteKey))
  return async (site) => {
    const stamps = await stampsNow(JSON.stringify(site))
    if (stamps === null) return null
    const cached = cache.get(stamps.siteId)
    if (cached?.shape.stamp === stamps.shape && cached.headsStamp === stamps.heads) return cached
    const state = await readState(db, site, cached)
    if (state !== null) cache.set(stamps.siteId, state)
    return state
  }
}

/** A site, published or not, with another customization; null if it doesn't exist. `name` identifies the preview. */
export async function stateWithCustomization(
  db: Db,
  site: { readonly organizationId: string; readonly siteId: string },
  name: string,
  customize: (saved: Customizations) => Customizations,
): Promise<SiteState | null> {
  const state = await readState(db, site, undefined)
  if (state === null) return null
  const { shape } = state
  return {
    ...state,
    shape: { ...shape, stamp: `${shape.stamp} ${name}`, customizations: customize(shape.customizations) },
  }
}

/** A site with another structure, for an anonymous visitor. */
export function stateWith(
  state: SiteState,
  structure: Structure,
  heads: ReadonlyMap<string, string>,
): SiteState {
  const stamp = `${state.shape.stamp} ${digestOf(structure)}`
  const shape = shapeOf(stamp, structure, heads, state.shape, ANONYMOUS_VISITOR)
  return {
    ...state,
    shape,
    whole: structure,
    heads,
    headsStamp: `${state.headsStamp} ${digestOf([...heads])}`,
  }
}

const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** Reads in one database snapshot, so that stamps and content match. */
function readState(db: Db, site: SiteKey, before: SiteState | undefined): Promise<SiteState | null> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const stamps = await stampsOf(tx, site)
      if (stamps === null) return null
      const { organizationId, siteId } = stamps
      const structure = await structureOf(tx, organizationId, siteId)
      const spaceIds = structure.siteSpaces.map(({ spaceId }) => spaceId)
      const heads = await currentRevisions(tx, organizationId, spaceIds)
      const languages = await languagesOf(tx, organizationId, spaceIds)
      const unchanged = before?.shape.stamp === stamps.shape ? before.shape : null
      const shape =
        unchanged ??
        shapeOf(stamps.shape, structure, heads, await settingsOf(tx, structure), ANONYMOUS_VISITOR)
      return { organizationId, shape, whole: structure, headsStamp: stamps.heads, heads, languages }
    })
}

/** How many different visitors of a site are remembered. */
const MAX_AUDIENCES = 100

/** Shapes for visitors with claims, as long as the site is unchanged. */
const adapted = new WeakMap<Shape, LRUCache<string, Shape>>()

/** The site as one visitor sees it. Only adaptive content makes a difference. */
export function stateFor(state: SiteState, visitor: Visitor): SiteState {
  const { site } = state.whole
  const audience = visitorKey(visitor)
  if (!site.adaptiveContent || audience === '') return state
  const shapes = adapted.get(state.shape) ?? new LRUCache<string, Shape>({ max: MAX_AUDIENCES })
  adapted.set(state.shape, shapes)
  const stamp = `${site.id} ${state.shape.stamp} ${audience}`
  const shape = shapes.get(audience) ?? shapeOf(stamp, state.whole, state.heads, state.shape, visitor)
  shapes.set(audience, shape)
  return { ...state, shape }
}

type Settings = Pick<Shape, 'customizations' | 'shared'>

const settingsOf = async (tx: Tx, { site }: Structure): Promise<Settings> => ({
  customizations: await customizationsOf(tx, site),
  shared: await variablesOnSite(tx, site.organizationId, site.id),
})

function shapeOf(
  stamp: string,
  structure: Structure,
  heads: ReadonlyMap<string, string>,
  { customizations, shared }: Settings,
  visitor: Visitor,
): Shape {
  const shows = conditionFilter(structure.site, visitor, shared)
  const visible = visibleStructure(structure, (spaceId) => heads.has(spaceId), shows)
  const audience = visitorKey(visitor)
  return {
    stamp,
    structure: visible,
    addresses: addressesOf(visible),
    shows,
    customizations,
    shared,
    claims: structure.site.adaptiveContent ? visitor.claims : undefined,
    audience,
  }
}
