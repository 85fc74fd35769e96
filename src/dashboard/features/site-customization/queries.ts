import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import { q } from '../../data/api.ts'

export const customizationQuery = (params: SiteParams) => q(api.siteCustomization.get, { params })

export const spaceCustomizationQuery = (params: SiteParams, siteSpaceId: string) =>
  q(api.siteCustomization.getForSiteSpace, { params: { ...params, siteSpaceId } })

/** The search parameters of the customization page. */
export const customizeSearch = z.object({
  /** The open section. */
  part: z
    .enum(['none', 'colours', 'type', 'header', 'footer', 'announcement', 'pictures', 'pages', 'reading'])
    .optional()
    .catch(undefined),
  /** Id of the site space whose overrides are edited; undefined for the site itself. */
  space: z.string().max(64).optional().catch(undefined),
  /** Shows the preview instead of the form on narrow screens. */
  show: z.literal('preview').optional().catch(undefined),
})
export type CustomizeSearch = z.infer<typeof customizeSearch>
