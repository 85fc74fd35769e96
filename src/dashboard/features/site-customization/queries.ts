import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import { q } from '../../data/api.ts'

export const customizationQuery = (params: SiteParams) => q(api.siteCustomization.get, { params })

export const spaceCustomizationQuery = (params: SiteParams, siteSpaceId: string) =>
  q(api.siteCustomization.getForSiteSpace, { params: { ...params, siteSpaceId } })
