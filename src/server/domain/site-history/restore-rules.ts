import type { MissingItem } from '#contract/site-history.ts'
import type { Snapshot } from '../sites/snapshot.ts'
import { withValidDefaults } from '../sites/structure/defaults.ts'
import { withSite } from '../sites/structure/row-updates.ts'
import type { SiteSpaceRow, Structure } from '../sites/structure/structure.ts'

/** The title of a space that may be shown, or why it may not. */
export type SpaceAvailability = (spaceId: string) => { readonly title: string } | 'deleted' | 'forbidden'

export type Restored = { readonly structure: Structure; readonly missing: readonly MissingItem[] }

/**
 * An earlier structure as far as it can come back: with the ids it had, without the spaces that are gone and the
 * sections that would be left empty. A default that is missing moves on to the next one, as when it is deleted.
 */
export function restoredStructure(
  current: Structure,
  snapshot: Snapshot,
  mayShow: SpaceAvailability,
): Restored {
  const missing: MissingItem[] = []
  const siteSpaces = snapshot.siteSpaces.flatMap((row): SiteSpaceRow[] => {
    const shown = mayShow(row.spaceId)
    if (typeof shown === 'object') return [{ ...row, title: shown.title }]
    missing.push({ type: 'site-space', id: row.id, title: row.title, reason: shown })
    return []
  })
  const filled = new Set(siteSpaces.map(({ sectionId }) => sectionId))
  const sections = snapshot.sections.filter(({ id, title }) => {
    if (!filled.has(id)) missing.push({ type: 'site-section', id, title, reason: 'empty' })
    return filled.has(id)
  })
  const { defaultSectionId, defaultSiteSpaceId } = snapshot
  const then: Structure = {
    ...current,
    ...snapshot,
    site: { ...current.site, defaultSectionId, defaultSiteSpaceId },
  }
  const target: Structure = {
    site: withSite(current, { defaultSectionId, defaultSiteSpaceId }).site,
    groups: versioned(current.groups, snapshot.groups),
    sections: versioned(current.sections, sections),
    siteSpaces: versioned(current.siteSpaces, siteSpaces),
  }
  return { structure: withValidDefaults(then, target), missing }
}

type Row = { readonly id: string; readonly version: number }

/** Rows as they are now where they are the same, else those of then with the next version. */
function versioned<T extends Row>(now: readonly T[], then: readonly T[]): readonly T[] {
  const there = new Map(now.map((row) => [row.id, row]))
  return then.map((row) => {
    const own = there.get(row.id)
    if (own === undefined) return { ...row, version: row.version + 1 }
    const isSame = Object.entries(row).every(
      ([name, value]) => name === 'version' || own[name as keyof T] === value,
    )
    return isSame ? own : { ...row, version: own.version + 1 }
  })
}
