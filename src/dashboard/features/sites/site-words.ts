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
export function addressOf({ urls, hostname, proxy, basename, id }: Site): string {
  if (urls.published) return urls.published
  if (hostname !== undefined) return `https://${hostname}/`
  if (proxy !== undefined) return `https://${proxy.origin}${proxy.target}/`
  return `${baseOf({ urls })}${basename ?? id}/`
}

/** What stands before the last part of a site's address on this service: `https://docs.example.org/sites/`. */
export const baseOf = (site: Pick<Site, 'urls'>): string => `${serviceOf(site)}/sites/`

/** What a proxy of somebody is to ask that shows a site elsewhere, with a slash at its end. */
export const proxiedOf = (site: Pick<Site, 'urls' | 'id'>): string => `${serviceOf(site)}/proxied/${site.id}/`

const serviceOf = ({ urls }: Pick<Site, 'urls'>): string => urls.app.replace(/\/o\/[^/]+\/sites\/[^/]+$/, '')

/** An address as people say it: `docs.example.org/sites/handbook`. */
export const spoken = (address: string): string => address.replace(/^https?:\/\//, '').replace(/\/$/, '')
