import type { SiteShareLink } from '#contract/site-share-links.ts'
import type { Urls } from '../../urls.ts'
import { siteAddress } from '../sites/present.ts'
import { withShareKey } from '../sites/share-key.ts'
import type { SiteRow } from '../sites/structure/structure.ts'
import type { ShareLinkRow } from './queries.ts'

type Published = Pick<SiteRow, 'hostname' | 'proxy' | 'basename' | 'published'>

/** A share link as the API represents it, with its published URL only while the site is published. */
export const presentShareLink = (row: ShareLinkRow, site: Published, urls: Urls): SiteShareLink => ({
  object: 'share-link',
  id: row.id,
  createdAt: row.createdAt.toISOString(),
  name: row.name,
  active: row.active,
  ...(row.expiresAt === null ? {} : { expiresAt: row.expiresAt.toISOString() }),
  hasPassword: row.passwordHash !== null,
  ...(row.lastUsedAt === null ? {} : { lastUsedAt: row.lastUsedAt.toISOString() }),
  urls: {
    location: urls.location('orgs', row.organizationId, 'sites', row.siteId, 'share-links', row.id),
    ...(site.published ? { published: withShareKey(siteAddress(site, urls), row.key) } : {}),
  },
})
