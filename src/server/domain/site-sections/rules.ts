import { DomainError } from '../../errors.ts'
import { freePath } from '../site-structure/paths.ts'
import { type SectionRow, type Structure, siteSpacesIn } from '../site-structure/structure.ts'

/** The shortest title a section may have. */
const minTitle = 2

/** The title of a new section: as given, else that of its space, else that of the site, whichever is long enough. */
export function sectionTitle(...wished: readonly (string | null | undefined)[]): string {
  const title = wished.find((one) => one != null && one.trim().length >= minTitle)
  return title ?? 'Untitled'
}

/**
 * What the first section of a site is like, which takes in the spaces shown so far; null when there are sections
 * already, or nothing to take in.
 */
export function firstSection({ site, sections, siteSpaces }: Structure) {
  const opening = siteSpaces.find(({ id }) => id === site.defaultSiteSpaceId)
  if (sections.length > 0 || opening === undefined) return null
  const title = sectionTitle(opening.title, site.title)
  return { title, path: freePath(sections, title), defaultSiteSpaceId: opening.id }
}

/**
 * Paths are unique over the whole site, because a group has no part in the address.
 *
 * @throws {DomainError} `conflict` when another section has the path.
 */
export function mayTakePath({ sections }: Structure, section: SectionRow, path: string): void {
  const holder = sections.find((other) => other.id !== section.id && other.path === path)
  if (holder === undefined) return
  const message = `The section “${holder.title}” has the path “${path}” already`
  throw new DomainError('conflict', message, { issues: [{ path: ['body', 'path'], message }] })
}

/** @throws {DomainError} `not_found` when the site space does not stand in the section. */
export function mayBeDefaultIn(structure: Structure, section: SectionRow, siteSpaceId: string): void {
  if (siteSpacesIn(structure, section.id).some(({ id }) => id === siteSpaceId)) return
  throw new DomainError('not_found', `There is no site space ${siteSpaceId} in “${section.title}”`)
}

/** @throws {DomainError} `invalid_state` when it is the site's last section. */
export function mayDelete({ sections, site }: Structure, section: SectionRow): void {
  if (sections.length > 1) return
  throw new DomainError(
    'invalid_state',
    `“${section.title}” is the last section of “${site.title}” and stays`,
  )
}
