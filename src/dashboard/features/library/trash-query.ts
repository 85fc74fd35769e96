import { api } from '#contract/api.ts'
import { qPages } from '../../lib/api.ts'

/** The spaces in the trash of an organization, the last deleted first. */
export const trashQuery = (organizationId: string) =>
  qPages(api.library.trash, { params: { organizationId }, query: { limit: 100 } })
