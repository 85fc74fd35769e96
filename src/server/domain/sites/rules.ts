import { DomainError } from '../../errors.ts'
import type { Structure } from '../site-structure/structure.ts'

/** @throws {DomainError} `precondition_failed` when the site has nothing to show. */
export function mayBePublished({ site, siteSpaces }: Structure): void {
  if (siteSpaces.length > 0) return
  throw new DomainError('precondition_failed', `“${site.title}” has no space to publish; add one first`)
}
