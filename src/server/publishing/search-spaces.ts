import {
  defaultSiteSpaceIn,
  type SiteSpaceRow,
  siteSpaceParents,
  siteSpacesIn,
} from '../domain/sites/structure/structure.ts'
import { languageAt } from './languages.ts'
import type { BaseVisit } from './visit.ts'

/** The site spaces of a search: those that the reader reads in, and the other versions and languages. */
export type SearchSpaces = { readonly own: readonly SiteSpaceRow[]; readonly others: readonly SiteSpaceRow[] }

/**
 * One variant of each section for a reader of a site space: that one itself, and in other sections the one with the
 * same title and language, else with the same language, else the default one.
 */
export function searchSpacesOf(visit: BaseVisit, current: SiteSpaceRow | undefined): SearchSpaces {
  const { structure } = visit.state.shape
  const own = siteSpaceParents(structure).flatMap((sectionId) => {
    const variants = siteSpacesIn(structure, sectionId)
    const chosen = current && variants.find(({ id }) => id === current.id)
    return chosen ?? variantFor(visit, variants, sectionId, current) ?? []
  })
  const ids = new Set(own.map(({ id }) => id))
  const spaces = new Set(own.map(({ spaceId }) => spaceId))
  const others = structure.siteSpaces.filter(({ id, spaceId }) => !ids.has(id) && !spaces.has(spaceId))
  return { own, others }
}

function variantFor(
  visit: BaseVisit,
  variants: readonly SiteSpaceRow[],
  sectionId: string | null,
  current: SiteSpaceRow | undefined,
): SiteSpaceRow | undefined {
  const defaultId = defaultSiteSpaceIn(visit.state.shape.structure, sectionId)
  const byDefault = variants.find(({ id }) => id === defaultId) ?? variants[0]
  if (current === undefined) return byDefault
  const language = languageAt(visit, current)
  const sameLanguage = variants.filter((one) => languageAt(visit, one) === language)
  return (
    sameLanguage.find(({ title }) => title === current.title) ??
    (byDefault && sameLanguage.includes(byDefault) ? byDefault : sameLanguage[0]) ??
    byDefault
  )
}
