import { DomainError } from '../../errors.ts'
import { type SiteSpaceRow, type Structure, siteSpacesIn } from '../site-structure/structure.ts'

/** @throws {DomainError} `conflict` when another space in the same section has the path. */
export function mayTakePath(structure: Structure, siteSpace: SiteSpaceRow, path: string): void {
  const siblings = siteSpacesIn(structure, siteSpace.sectionId)
  const holder = siblings.find((other) => other.id !== siteSpace.id && other.path === path)
  if (holder === undefined) return
  const message = `“${holder.title}” has the path “${path}” already`
  throw new DomainError('conflict', message, { issues: [{ path: ['body', 'path'], message }] })
}
