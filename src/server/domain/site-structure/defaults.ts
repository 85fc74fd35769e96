import { defaultSiteSpaceIn, parentsOf, type Structure, sectionsInOrder, siteSpacesIn } from './structure.ts'

/** Which section and site spaces a site is to have as defaults. */
export type Defaults = {
  readonly section: string | null
  /** By section id; by null for a site without sections. */
  readonly siteSpaces: ReadonlyMap<string | null, string | null>
}

/**
 * The defaults after a change: each stays while what it points at stands where it stood, else the next one in the
 * order of before takes its place, else the first there is. Null only where there is nothing.
 */
export function defaultsAfter(before: Structure, after: Structure): Defaults {
  const section = keptOrNext(
    idsOf(sectionsInOrder(before)),
    idsOf(sectionsInOrder(after)),
    after.site.defaultSectionId,
  )
  const siteSpaces = parentsOf(after).map((parent): [string | null, string | null] => [
    parent,
    keptOrNext(
      idsOf(siteSpacesIn(before, parent)),
      idsOf(siteSpacesIn(after, parent)),
      defaultSiteSpaceIn(after, parent),
    ),
  ])
  return { section, siteSpaces: new Map(siteSpaces) }
}

const idsOf = (items: readonly { readonly id: string }[]): readonly string[] => items.map(({ id }) => id)

function keptOrNext(
  before: readonly string[],
  after: readonly string[],
  current: string | null,
): string | null {
  if (current !== null && after.includes(current)) return current
  const place = current === null ? -1 : before.indexOf(current)
  const next = place < 0 ? undefined : before.slice(place + 1).find((id) => after.includes(id))
  return next ?? after[0] ?? null
}
