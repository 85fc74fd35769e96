import { api } from '#contract/api.ts'
import { q, qPages } from '../../data/api.ts'

/** The custom fields of an organization, page by page. */
export const fieldsQuery = (organizationId: string) =>
  qPages(api.customFields.list, { params: { organizationId }, query: { limit: 100 } })

/** All fields at once, for entering values. */
export const allFieldsQuery = (organizationId: string) =>
  q(api.customFields.list, { params: { organizationId }, query: { limit: 1000 } })

export const fieldQuery = (organizationId: string, fieldName: string) =>
  q(api.customFields.get, { params: { organizationId, fieldName } })

/** The fields that have a value in a space. */
export const valuesQuery = (spaceId: string) => q(api.customFields.listOfSpace, { params: { spaceId } })
