import { clsx } from 'clsx'
import type { Site } from '#contract/sites.ts'
import { DotStatus } from '../../components/ui/marks.tsx'
import { shortAddress } from '../../lib/short-address.ts'
import styles from './sites.module.css'

/** Who can read a published site. */
export const audienceLabels: Readonly<Record<Site['visibility'], string>> = {
  public: 'Public',
  unlisted: 'Unlisted',
  'share-link': 'Share link',
  'visitor-auth': 'Visitor sign-in',
}

/** What each audience means. */
export const audienceDescriptions: Readonly<Record<Site['visibility'], string>> = {
  public: 'Anyone, and search engines can list it',
  unlisted: 'Anyone with the address. Search engines are asked not to list it',
  'share-link': 'Anyone with a share link',
  'visitor-auth': 'Visitors signed in through your application',
}

/** The address of a site once it is published, with a trailing slash. */
export function siteAddress({ urls, hostname, proxy, basename, id }: Site): string {
  if (urls.published) return urls.published
  if (hostname !== undefined) return `https://${hostname}/`
  if (proxy !== undefined) return `https://${proxy.origin}${proxy.target}/`
  return `${addressBase({ urls })}${basename ?? id}/`
}

/** The address of a site on this service without its last part: `https://docs.example.org/sites/`. */
export const addressBase = (site: Pick<Site, 'urls'>): string => `${serviceUrl(site)}/sites/`

/** The address that a reverse proxy forwards to, with a trailing slash. */
export const proxyUpstream = (site: Pick<Site, 'urls' | 'id'>): string =>
  `${serviceUrl(site)}/proxied/${site.id}/`

const serviceUrl = ({ urls }: Pick<Site, 'urls'>): string => urls.app.replace(/\/o\/[^/]+\/sites\/[^/]+$/, '')

/** Whether the site is published. */
export const SiteStatus = ({ site }: { site: Site }) =>
  site.published ? <DotStatus tone="success">Live</DotStatus> : <DotStatus>Not published</DotStatus>

/** The same with a link to the published site. */
export const PublishedStatus = ({ site }: { site: Site }) =>
  site.published ? (
    <span className={clsx('status', styles.state)}>
      <span className="dot dot-success" />
      <span className="truncate">
        Live at{' '}
        <a className="link" href={siteAddress(site)} target="_blank" rel="noreferrer">
          {shortAddress(siteAddress(site))}
        </a>
      </span>
    </span>
  ) : (
    <span className={clsx('status', styles.state)}>
      <span className="dot" />
      Not published
    </span>
  )
