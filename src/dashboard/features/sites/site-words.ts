import type { Site } from '#contract/sites.ts'

/** Who can read a published site, in a word or two. */
export const audiences: Readonly<Record<Site['visibility'], string>> = {
  public: 'Public',
  unlisted: 'Unlisted',
  'share-link': 'Share link',
  'visitor-auth': 'Visitor sign-in',
}

/** What that means. */
export const audienceMeans: Readonly<Record<Site['visibility'], string>> = {
  public: 'Everyone, and search engines list it',
  unlisted: 'Everyone who has the address; search engines leave it out',
  'share-link': 'Whoever has a secret link',
  'visitor-auth': 'Whoever signs in',
}

/** Where a site stands once it is published, with a slash at its end. */
export function addressOf({ urls, hostname, basename, id }: Site): string {
  if (urls.published) return urls.published
  if (hostname !== undefined) return `https://${hostname}/`
  return `${baseOf({ urls })}${basename ?? id}/`
}

/** What stands before the last part of a site's address on this service: `https://docs.example.org/sites/`. */
export const baseOf = ({ urls }: Pick<Site, 'urls'>): string =>
  `${urls.app.replace(/\/o\/[^/]+\/sites\/[^/]+$/, '')}/sites/`

/** An address as people say it: `docs.example.org/sites/handbook`. */
export const spoken = (address: string): string => address.replace(/^https?:\/\//, '').replace(/\/$/, '')
