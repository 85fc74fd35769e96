import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { coalesceReads } from '../coalesce-reads.ts'
import type { FileEntry } from '../content/entries.ts'
import type { Db } from '../db/client.ts'
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
import { type Looks, looksIn } from './looks.ts'
import { type Asked, headsOf, stampsOf } from './queries.ts'

/** The part of a site that is the same until somebody changes the site itself. Never changed once made. */
export type Shape = {
  readonly stamp: string
  /** As readers see it: without what conditions hide, and without spaces in the trash. */
  readonly structure: Structure
  readonly addresses: ReadonlyMap<string, Address>
  readonly shows: ConditionFilter
  readonly looks: Looks
  /** Whom it is shown to: equal for readers of whom the same is known, empty for strangers. */
  readonly audience: string
}

/** A published site at one moment. */
export type SiteState = {
  readonly organizationId: string
  readonly shape: Shape
  /** With what conditions hide. */
  readonly whole: Structure
  /** Differs when any space of the site has other content. */
  readonly headsStamp: string
  /** The revision to show, by the id of the space. */
  readonly heads: ReadonlyMap<string, string>
  /** Set where a member looks at it before others do. */
  readonly preview?: Preview
}

/** What is to be said of a site that is looked at before others see it so. */
export type Preview = {
  readonly notice: string
  /** Addresses that site spaces have now and are to lose. */
  readonly moved?: readonly MovedAddress[] | undefined
  /** The space that shows the content of a change request, with its revision and its files. */
  readonly spaceId?: string
  readonly revision?: string
  readonly files?: ReadonlyMap<string, FileEntry>
}

/** Answers a site as it is now, null when there is none. Costs one indexed query; all else is read only after a change. */
export type SiteStates = (asked: Asked) => Promise<SiteState | null>

/** One for a database: pages and the interface read the same states. */
const opened = new WeakMap<Db, SiteStates>()

export function siteStates(db: Db): SiteStates {
  const there = opened.get(db)
  if (there !== undefined) return there
  const made = newSiteStates(db)
  opened.set(db, made)
  return made
}

function newSiteStates(db: Db): SiteStates {
  const known = new LRUCache<string, SiteState>({ max: 500 })
  const stampsNow = coalesceReads((key) => stampsOf(db, JSON.parse(key) as Asked))
  return async (asked) => {
    const stamps = await stampsNow(JSON.stringify(asked))
    if (stamps === null) return null
    const kept = known.get(stamps.siteId)
    if (kept?.shape.stamp === stamps.shape && kept.headsStamp === stamps.heads) return kept
    const state = await readState(db, asked, kept)
    if (state !== null) known.set(stamps.siteId, state)
    return state
  }
}

/** A site, published or not, in other looks than it has; null when it is not there. `name` tells one trial from all others. */
export async function stateWithCustomization(
  db: Db,
  site: { readonly organizationId: string; readonly siteId: string },
  name: string,
  tried: (looks: Looks) => Looks,
): Promise<SiteState | null> {
  const state = await readState(db, site, undefined)
  if (state === null) return null
  const { shape } = state
  return { ...state, shape: { ...shape, stamp: `${shape.stamp} ${name}`, looks: tried(shape.looks) } }
}

/** A site with another structure than it has, for a visitor of whom nothing is known. */
export function stateWith(
  state: SiteState,
  structure: Structure,
  heads: ReadonlyMap<string, string>,
): SiteState {
  const stamp = `${state.shape.stamp} ${digestOf(structure)}`
  const shape = shapeOf(stamp, structure, heads, state.shape.looks, ANONYMOUS_VISITOR)
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

/** Read in one snapshot of the database, so that stamps and parts belong together. */
function readState(db: Db, asked: Asked, before: SiteState | undefined): Promise<SiteState | null> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const stamps = await stampsOf(tx, asked)
      if (stamps === null) return null
      const { organizationId, siteId } = stamps
      const structure = await structureOf(tx, organizationId, siteId)
      const spaceIds = structure.siteSpaces.map(({ spaceId }) => spaceId)
      const heads = await headsOf(tx, organizationId, spaceIds)
      const kept = before?.shape.stamp === stamps.shape ? before.shape : null
      const shape =
        kept ?? shapeOf(stamps.shape, structure, heads, await looksIn(tx, structure.site), ANONYMOUS_VISITOR)
      return { organizationId, shape, whole: structure, headsStamp: stamps.heads, heads }
    })
}

/** Shapes for readers of whom something is known. */
const adapted = new LRUCache<string, Shape>({ max: 500 })

/** The site as one reader sees it; as strangers do, until it adapts to its readers. */
export function stateFor(state: SiteState, visitor: Visitor): SiteState {
  const { site } = state.whole
  const audience = visitorKey(visitor)
  if (!site.adaptiveContent || audience === '') return state
  const key = `${site.id} ${state.shape.stamp} ${audience}`
  const shape = adapted.get(key) ?? shapeOf(key, state.whole, state.heads, state.shape.looks, visitor)
  adapted.set(key, shape)
  return { ...state, shape }
}

function shapeOf(
  stamp: string,
  structure: Structure,
  heads: ReadonlyMap<string, string>,
  looks: Looks,
  visitor: Visitor,
): Shape {
  const shows = conditionFilter(structure.site, visitor)
  const shown = visibleStructure(structure, (spaceId) => heads.has(spaceId), shows)
  const audience = visitorKey(visitor)
  return { stamp, structure: shown, addresses: addressesOf(shown), shows, looks, audience }
}
