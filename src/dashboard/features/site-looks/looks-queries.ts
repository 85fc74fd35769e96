import { api } from '#contract/api.ts'
import { q } from '../../lib/api.ts'

export type SitePlace = { readonly organizationId: string; readonly siteId: string }

export const looksQuery = ({ organizationId, siteId }: SitePlace) =>
  q(api.siteCustomization.get, { params: { organizationId, siteId } })

export const spaceLooksQuery = ({ organizationId, siteId }: SitePlace, siteSpaceId: string) =>
  q(api.siteCustomization.getForSiteSpace, { params: { organizationId, siteId, siteSpaceId } })
