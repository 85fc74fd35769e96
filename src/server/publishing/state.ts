import { LRUCache } from 'lru-cache'
import type { Db } from '../db/client.ts'
import { type Address, addressesOf } from '../domain/site-structure/addresses.ts'
import { structureOf } from '../domain/site-structure/queries.ts'
import type { Structure } from '../domain/site-structure/structure.ts'
import { sharedReads } from '../shared-reads.ts'
import { type Shows, showsFor } from './audience.ts'
import { headsOf, stampsOf } from './queries.ts'

/** The part of a site that is the same until somebody changes the site itself. Never changed once made. */
export type Shape = {
  readonly stamp: string
  /** As readers see it: without what conditions hide, and without spaces in the trash. */
  readonly structure: Structure
  readonly addresses: ReadonlyMap<string, Address>
  readonly shows: Shows
}

/** A published site at one moment. */
export type SiteState = {
  readonly organizationId: string
  readonly shape: Shape
  /** Differs when any space of the site has other content. */
  readonly headsStamp: string
  /** The revision to show, by the id of the space. */
  readonly heads: ReadonlyMap<string, string>
}

/**
 * Answers the site of a basename as it is now, null unless everybody may read it. Costs one indexed query; all else
 * is read only after a change.
 */
export function siteStates(db: Db): (basename: string) => Promise<SiteState | null> {
  const known = new LRUCache<string, SiteState>({ max: 500 })
  const stampsNow = sharedReads((basename) => stampsOf(db, basename))
  return async (basename) => {
    const stamps = await stampsNow(basename)
    if (stamps === null) return null
    const kept = known.get(stamps.siteId)
    if (kept?.shape.stamp === stamps.shape && kept.headsStamp === stamps.heads) return kept
    const state = await readState(db, basename, kept)
    if (state !== null) known.set(stamps.siteId, state)
    return state
  }
}

/** Read in one snapshot of the database, so that stamps and parts belong together. */
function readState(db: Db, basename: string, before: SiteState | undefined): Promise<SiteState | null> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const stamps = await stampsOf(tx, basename)
      if (stamps === null) return null
      const { organizationId, siteId } = stamps
      const structure = await structureOf(tx, organizationId, siteId)
      const spaceIds = structure.siteSpaces.map(({ spaceId }) => spaceId)
      const heads = await headsOf(tx, organizationId, spaceIds)
      const kept = before?.shape.stamp === stamps.shape ? before.shape : null
      const shape = kept ?? shapeOf(stamps.shape, structure, heads)
      return { organizationId, shape, headsStamp: stamps.heads, heads }
    })
}

function shapeOf(stamp: string, structure: Structure, heads: ReadonlyMap<string, string>): Shape {
  const shows = showsFor(structure.site)
  const siteSpaces = structure.siteSpaces.filter((one) => heads.has(one.spaceId) && shows(one.condition))
  const filled = new Set(siteSpaces.map(({ sectionId }) => sectionId))
  const sections = structure.sections.filter(({ id, condition }) => filled.has(id) && shows(condition))
  const kept = new Set(sections.map(({ id }) => id))
  const inShown = siteSpaces.filter(({ sectionId }) => sectionId === null || kept.has(sectionId))
  const shown = { ...structure, sections, siteSpaces: inShown }
  return { stamp, structure: shown, addresses: addressesOf(shown), shows }
}
