import type { SiteParams } from '#contract/shared/paths.ts'
import type { Db, Tx } from '../../db/client.ts'
import { DomainError } from '../../errors.ts'
import { publishingAuth } from '../site-publishing/queries.ts'
import { countValidLinks } from '../site-share-links/queries.ts'
import type { SiteRow } from './structure/structure.ts'

/** What readers of a site with a limited audience need to open it. */
type Entrances = { readonly shareLinks: number; readonly signInURL: string | null }

export async function entrancesOf(db: Db | Tx, site: SiteParams, now: Date): Promise<Entrances> {
  const shareLinks = await countValidLinks(db, site, now)
  const auth = await publishingAuth(db, site)
  return { shareLinks, signInURL: auth?.fallbackURL ?? null }
}

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
