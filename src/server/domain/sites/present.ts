import type { Role } from '#contract/shared/permissions.ts'
import type { Site } from '#contract/sites.ts'
import { sitePermissions } from '../../auth/access.ts'
import type { Urls } from '../../urls.ts'
import type { CountedSite } from './queries.ts'
import type { SiteRow } from './structure/structure.ts'

/** Every site has all features, since there are no plans. Features that Lectern does not have are left out. */
const features = [
  'sites-basic-customization',
  'sites-advanced-customization',
  'sites-pdf-export',
  'sites-custom-domain',
  'sites-custom-subdirectory',
  'sites-redirects',
  'sites-sections',
  'sites-multivariant-site',
  'sites-public-visibility',
  'sites-unlisted-visibility',
  'sites-share-links',
  'sites-visitor-authentication',
  'sites-adaptive-content',
  'sites-full-text-search',
  'sites-search-insights',
  'sites-seo',
  'sites-page-traffic-insights',
  'sites-advanced-insights',
  'sites-page-feedback',
  'sites-preview-deployments',
  'sites-broken-links',
] as const

/** A site as the API represents it for a caller with this role. */
export function presentSite(row: CountedSite, urls: Urls, role: Role | null): Site {
  return {
    object: 'site',
    id: row.id,
    type: row.type,
    appliedType: row.type,
    title: row.title,
    ...(row.icon === null ? {} : { icon: row.icon }),
    ...(row.hostname === null ? {} : { hostname: row.hostname }),
    basename: row.basename,
    ...(row.proxy === null ? {} : { proxy: proxyOf(row.proxy) }),
    visibility: row.visibility,
    defaultLevel: 'inherit',
    published: row.published,
    siteSpaces: row.siteSpaces,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    adaptiveContent: presentAdaptiveContent(row),
    ...(row.defaultSectionId === null ? {} : { defaultSiteSection: row.defaultSectionId }),
    ...(row.firstSiteSpaceId === null ? {} : { defaultSiteSpace: row.firstSiteSpaceId }),
    features: features.map((id) => ({ id, plan: row.type, frozen: false })),
    urls: {
      location: urls.location('orgs', row.organizationId, 'sites', row.id),
      app: urls.app('o', row.organizationId, 'sites', row.id),
      ...(row.published ? { published: siteAddress(row, urls) } : {}),
    },
    permissions: sitePermissions(role),
    version: row.version,
  }
}

/** As a PATCH request sets it. */
export const presentAdaptiveContent = ({
  adaptiveContent: enabled,
  conditionalContent,
}: Pick<SiteRow, 'adaptiveContent' | 'conditionalContent'>) =>
  enabled ? { enabled } : { enabled, conditionalContent }

/** The URL of a published site, with a trailing slash. */
export function siteAddress(site: Pick<SiteRow, 'hostname' | 'proxy' | 'basename'>, urls: Urls): string {
  const own = ownAddress(site)
  return own === null ? urls.site(site.basename) : `${own}/`
}

/** Every URL at which readers open a site, each with a trailing slash: its own addresses, and the one on this service. */
export const addressesOfSite = (
  { hostname, proxy, basename }: Pick<SiteRow, 'hostname' | 'proxy' | 'basename'>,
  urls: Urls,
): string[] => [
  ...[hostname, proxy].flatMap((own) => (own === null ? [] : [`https://${own}/`])),
  urls.site(basename),
]

/** The URL of a custom hostname or proxy without a trailing slash; null for a site without one. */
export function ownAddress({ hostname, proxy }: Pick<SiteRow, 'hostname' | 'proxy'>): string | null {
  if (hostname !== null) return `https://${hostname}`
  return proxy === null ? null : `https://${proxy}`
}

/** Splits `example.org/docs` into host and path. */
function proxyOf(proxy: string): { origin: string; target: string } {
  const slash = proxy.indexOf('/')
  return { origin: proxy.slice(0, slash), target: proxy.slice(slash) }
}
