/** A site with its groups, sections and site spaces at one moment. Immutable. */
export type Structure = {
  readonly site: SiteRow
  /** Each list is ordered by `orderKey`. */
  readonly groups: readonly GroupRow[]
  readonly sections: readonly SectionRow[]
  readonly siteSpaces: readonly SiteSpaceRow[]
}

export type SiteRow = {
  readonly organizationId: string
  readonly id: string
  readonly type: 'basic' | 'premium' | 'ultimate' | 'sponsored'
  readonly title: string
  readonly basename: string
  readonly hostname: string | null
  readonly proxy: string | null
  readonly icon: { icon: { light: string; dark: string } } | { emoji: string } | null
  readonly visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth'
  readonly published: boolean
  /** Whether visitors see the content whose conditions they meet. */
  readonly adaptiveContent: boolean
  /** Who sees content with conditions otherwise; it is hidden until that is decided. */
  readonly conditionalContent: 'undecided' | 'hidden' | 'everyone'
  /** Null if and only if the site has no sections. */
  readonly defaultSectionId: string | null
  /** Null if the site has sections, which have their own defaults, or is empty. */
  readonly defaultSiteSpaceId: string | null
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type GroupRow = {
  readonly kind: 'site-section-group'
  readonly id: string
  readonly orderKey: string
  readonly title: string
  readonly icon: string | null
  readonly version: number
}

export type SectionRow = {
  readonly kind: 'site-section'
  readonly id: string
  readonly groupId: string | null
  readonly orderKey: string
  readonly title: string
  readonly description: string | null
  readonly path: string
  readonly icon: string | null
  readonly condition: string | null
  readonly defaultSiteSpaceId: string | null
  readonly version: number
}

export type SiteSpaceRow = {
  readonly kind: 'site-space'
  readonly id: string
  readonly sectionId: string | null
  readonly spaceId: string
  readonly orderKey: string
  /** The space's own title. */
  readonly title: string
  readonly path: string
  readonly condition: string | null
  readonly version: number
}

/** Rows by their ids. */
export const byId: <T extends { readonly id: string }>(rows: readonly T[]) => ReadonlyMap<string, T> =
  memoize(
    <T extends { readonly id: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row])),
  )
const byGroup = memoize((sections: readonly SectionRow[]) => Map.groupBy(sections, ({ groupId }) => groupId))
const bySection = memoize((rows: readonly SiteSpaceRow[]) => Map.groupBy(rows, ({ sectionId }) => sectionId))

/** Caches derived values by structure or list, which never change. */
function memoize<In extends object, Out>(compute: (of: In) => Out): (of: In) => Out {
  const cache = new WeakMap<In, Out>()
  return (of) => {
    const cached = cache.get(of)
    if (cached !== undefined) return cached
    const value = compute(of)
    cache.set(of, value)
    return value
  }
}

const compareOrderKeys = (a: { readonly orderKey: string }, b: { readonly orderKey: string }): number =>
  a.orderKey < b.orderKey ? -1 : a.orderKey > b.orderKey ? 1 : 0

/** The top level of a site with sections: groups and the sections outside groups, in one order. */
export const topLevelItems = memoize(({ groups, sections }: Structure): readonly (GroupRow | SectionRow)[] =>
  [...groups, ...sections.filter(({ groupId }) => groupId === null)].sort(compareOrderKeys),
)

/** The sections of a group, in order. */
export const sectionsIn = (structure: Structure, groupId: string): readonly SectionRow[] =>
  byGroup(structure.sections).get(groupId) ?? []

/** All sections in the order of the navigation. */
export const sectionsInOrder = (structure: Structure): readonly SectionRow[] =>
  topLevelItems(structure).flatMap((item) =>
    item.kind === 'site-section' ? [item] : sectionsIn(structure, item.id),
  )

/** The site spaces of a section, or of a site without sections, in order. */
export const siteSpacesIn = (structure: Structure, sectionId: string | null): readonly SiteSpaceRow[] =>
  bySection(structure.siteSpaces).get(sectionId) ?? []

/** All site spaces in the order of the navigation. */
export const siteSpacesInOrder = (structure: Structure): readonly SiteSpaceRow[] =>
  siteSpaceParents(structure).flatMap((sectionId) => siteSpacesIn(structure, sectionId))

/** The parents of site spaces: the sections, or null for a site without sections. */
export const siteSpaceParents = (structure: Structure): readonly (string | null)[] =>
  structure.sections.length === 0 ? [null] : sectionsInOrder(structure).map(({ id }) => id)

export const sectionOf = ({ sections }: Structure, id: string | null): SectionRow | undefined =>
  id === null ? undefined : byId(sections).get(id)

/** The id of the default site space of a section, or of a site without sections. */
export const defaultSiteSpaceIn = (structure: Structure, sectionId: string | null): string | null =>
  sectionId === null
    ? structure.site.defaultSiteSpaceId
    : (sectionOf(structure, sectionId)?.defaultSiteSpaceId ?? null)

export const isDefaultSiteSpace = (structure: Structure, { id, sectionId }: SiteSpaceRow): boolean =>
  defaultSiteSpaceIn(structure, sectionId) === id
