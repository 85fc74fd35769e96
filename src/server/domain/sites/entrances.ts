import { DomainError } from '../../errors.ts'
import type { Entrances } from './entrance-queries.ts'
import type { SiteRow } from './structure/structure.ts'

/** @throws {DomainError} `precondition_failed` if no reader could open a site with this audience */
export function expectEntrance(
  visibility: SiteRow['visibility'],
  { shareLinks, signInURL }: Entrances,
): void {
  if (visibility === 'share-link' && shareLinks === 0)
    throw new DomainError(
      'precondition_failed',
      'The site has no active share link, so no one could open it. Create a share link first',
      { missing: 'share-link' },
    )
  if (visibility === 'visitor-auth' && signInURL === null)
    throw new DomainError(
      'precondition_failed',
      'The site has no sign-in URL, so visitors couldn’t sign in. Set a sign-in URL first',
      { missing: 'sign-in-url' },
    )
}
