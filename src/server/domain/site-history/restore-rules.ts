import type { MissingItem } from '#contract/site-history.ts'
import type { Snapshot } from '../sites/snapshot.ts'
import { withValidDefaults } from '../sites/structure/defaults.ts'
import { withSite } from '../sites/structure/row-updates.ts'
import type { SiteSpaceRow, Structure } from '../sites/structure/structure.ts'

/** The title of an available space, or why it isn't available. */
export type SpaceAvailability = (spaceId: string) => { readonly title: string } | 'deleted' | 'forbidden'

export type Restored = { readonly structure: Structure; readonly missing: readonly MissingItem[] }

/**
 * An earlier structure with its ids, without unavailable spaces and the sections that would be empty. A missing default
 * passes to the next item, as when the default is deleted.
 */
export function restoredStructure(
  current: Structure,
  snapshot: Snapshot,
  availability: SpaceAvailability,
): Restored {
  const missing: MissingItem[] = []
  const siteSpaces = snapshot.siteSpaces.flatMap((row): SiteSpaceRow[] => {
    const space = availability(row.spaceId)
    if (typeof space === 'object') return [{ ...row, title: space.title }]
    missing.push({ type: 'site-space', id: row.id, title: row.title, reason: space })
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

/** Current rows where nothing differs, else the earlier ones with the next version. */
function versioned<T extends Row>(now: readonly T[], then: readonly T[]): readonly T[] {
  const byId = new Map(now.map((row) => [row.id, row]))
  return then.map((row) => {
    const current = byId.get(row.id)
    if (current === undefined) return { ...row, version: row.version + 1 }
    const isSame = Object.entries(row).every(
      ([name, value]) => name === 'version' || current[name as keyof T] === value,
    )
    return isSame ? current : { ...row, version: current.version + 1 }
  })
}
