import type { SiteSection } from '#contract/site-sections.ts'
import type { SiteSpace } from '#contract/site-spaces.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { sectionsOf } from './parts.ts'

/**
 * The path of every section and site space below the site's own address, by id: `/`, `/api`, `/api/v4`. The default
 * section and the default site space have no part of their own, and a group has none at all.
 */
export function addressesOf(structure: SiteStructure): ReadonlyMap<string, string> {
  if (structure.type === 'siteSpaces') {
    return new Map(structure.structure.map((one) => [one.id, pathOf(ownPart(one))]))
  }
  const sections = sectionsOf(structure)
  const taken = new Set(sections.filter((section) => section.default !== true).map(({ path }) => path))
  return new Map(
    sections.flatMap((section): [string, string][] => [
      [section.id, pathOf(ownPart(section))],
      ...section.siteSpaces.map((one): [string, string] => [one.id, addressIn(section, one, taken)]),
    ]),
  )
}

/** Below the default section a path that another section has is reached by the full way. */
function addressIn(section: SiteSection, siteSpace: SiteSpace, taken: ReadonlySet<string>): string {
  const own = ownPart(siteSpace)
  if (section.default !== true || taken.has(own)) return pathOf(section.path, own)
  return pathOf(own)
}

const ownPart = ({ path, default: isDefault }: Pick<SiteSpace, 'path' | 'default'>): string =>
  isDefault === true ? '' : path

const pathOf = (...parts: readonly string[]): string => `/${parts.filter((part) => part !== '').join('/')}`
