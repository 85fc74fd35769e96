import { z } from 'zod'
import { id } from './values.ts'

/** Path parameters that many operations share. */
export const organizationPath = z.object({ organizationId: id })
export const collectionPath = z.object({ collectionId: id })
export const spacePath = z.object({ spaceId: id })
export const revisionPath = spacePath.extend({ revisionId: id })
export const changeRequestPath = spacePath.extend({
  changeRequestId: id.describe('ID of the change request, or its number in the space'),
})
export const sitePath = organizationPath.extend({ siteId: id })

export type OrganizationPath = z.infer<typeof organizationPath>
export type SpacePath = z.infer<typeof spacePath>
export type ChangeRequestPath = z.infer<typeof changeRequestPath>
export type SiteParams = z.infer<typeof sitePath>
