import type { SiteReaders } from '#contract/site-audience.ts'
import type { Site } from '#contract/sites.ts'
import { formatNames, pluralize } from './labels.ts'
import { shortAddress } from './short-address.ts'

type Visibility = Site['visibility']

/** Who can read a site with an audience, as the subject of a sentence. */
const readersOf = ({ visibility, shareLinks }: Pick<SiteReaders, 'visibility' | 'shareLinks'>): string => {
  if (visibility === 'public') return 'Everyone'
  if (visibility === 'unlisted') return 'Everyone with the address'
  if (visibility === 'visitor-auth') return 'Every signed-in visitor'
  return shareLinks === 1
    ? 'Everyone with the share link'
    : `Everyone with one of the ${pluralize(shareLinks, 'share link')}`
}

/** What is at the addresses of a site: `all 12 pages at docs.example.org and example.org/sites/docs`. */
const pagesOf = ({ pages, addresses }: Pick<SiteReaders, 'pages' | 'addresses'>): string => {
  const at = formatNames(addresses.map(shortAddress))
  if (pages === 0) return `the site at ${at}`
  if (pages === 2) return `both pages at ${at}`
  return pages === 1 ? `the page at ${at}` : `all ${pluralize(pages, 'page')} at ${at}`
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const isPlural = ({ pages }: Pick<SiteReaders, 'pages'>): boolean => pages > 1

/** What readers notice when a site is unpublished: who loses access, and what they see instead. */
export const unpublishEffect = (readers: SiteReaders): string =>
  `${readersOf(readers)} loses access right away. Readers get a 404 for ${pagesOf(readers)} until you publish the site again.`

/** What readers notice when a published site is deleted. */
export const deletionEffect = (readers: SiteReaders): string =>
  `${readersOf(readers)} loses access right away. Readers get a 404 for ${pagesOf(readers)}.`

/** What readers notice when one address of a published site is removed. */
export const addressRemovalEffect = ({ pages }: SiteReaders, address: string): string =>
  `Links to ${pagesOf({ pages, addresses: [address] })} stop working right away.`

/**
 * What readers notice when a published site loses a share link that works, or its sign-in URL; undefined if they can
 * still open it.
 */
export function entranceRemovalEffect(readers: SiteReaders, entrance: Entrance): string | undefined {
  if (!readers.published || readers.visibility !== entrance) return undefined
  if (entrance === 'visitor-auth') {
    return `Visitors who aren’t signed in lose access right away. ${capitalized(pagesOf(readers))} ${isPlural(readers) ? 'ask' : 'asks'} them to sign in, but can’t send them anywhere to do so.`
  }
  if (readers.shareLinks !== 1) return undefined
  return `This is the last active share link. Everyone with it loses access right away. Readers get a 404 for ${pagesOf(readers)} until there is another share link.`
}

/** What readers of a published site notice when its audience changes. */
export function audienceEffect(readers: SiteReaders, to: Visibility): string {
  const pages = pagesOf(readers)
  const isLimited = readers.visibility === 'share-link' || readers.visibility === 'visitor-auth'
  switch (to) {
    case 'public':
      return `Everyone can read ${pages}, and search engines can list ${isPlural(readers) ? 'them' : 'it'}.`
    case 'unlisted':
      return isLimited
        ? `Everyone with the address can read ${pages}. Search engines are asked not to list the site.`
        : `No one loses access. Search engines are asked to remove ${pages}.`
    case 'share-link':
      return `Everyone without a share link loses access and gets a 404 for ${pages}. ${pluralize(readers.shareLinks, 'share link works', 'share links work')}.`
    case 'visitor-auth':
      return `Everyone who isn’t signed in through your application loses access. ${capitalized(pages)} ${isPlural(readers) ? 'redirect' : 'redirects'} them to ${readers.signInURL ? shortAddress(readers.signInURL) : 'a page that asks them to sign in'}.`
  }
}

/** What readers need to open a site with a limited audience. */
export type Entrance = 'share-link' | 'visitor-auth'

/** What is missing before a site can have an audience. */
export function missingEntrance(
  readers: Pick<SiteReaders, 'shareLinks' | 'signInURL'>,
  to: Visibility,
): Entrance | undefined {
  if (to === 'share-link' && readers.shareLinks === 0) return to
  return to === 'visitor-auth' && !readers.signInURL ? to : undefined
}

/** Why an audience can't be chosen yet. */
export const missingEntrances: Readonly<Record<Entrance, string>> = {
  'share-link': 'The site has no active share link, so no one could open it.',
  'visitor-auth': 'The site has no sign-in URL, so visitors couldn’t sign in.',
}
