import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { SiteReaders } from '#contract/site-audience.ts'
import { q } from './api.ts'

/** Who can read a site, and what they can open. */
export const siteAudienceQuery = (params: SiteParams) => q(api.siteAudience.get, { params })

/** Reads it again, because people decide by it; undefined if it can't be read, so that a question can be asked anyway. */
export const readSiteAudience = (client: QueryClient, params: SiteParams): Promise<SiteReaders | undefined> =>
  client.fetchQuery({ ...siteAudienceQuery(params), staleTime: 0 }).catch(() => undefined)
