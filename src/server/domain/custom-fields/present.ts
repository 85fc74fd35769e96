import type { CustomField } from '#contract/custom-fields.ts'
import type { Role } from '#contract/shared/permissions.ts'
import type { Urls } from '../../urls.ts'
import type { FieldRow } from './queries.ts'

/** A custom field as the API returns it to a caller with this organization role. */
export const presentField = (row: FieldRow, urls: Urls, role: Role | null): CustomField => ({
  id: row.id,
  name: row.name,
  ...(row.title === null ? {} : { title: row.title }),
  ...(row.description === null ? {} : { description: row.description }),
  type: row.type,
  ...(row.placeholder === null ? {} : { placeholder: row.placeholder }),
  ...(row.options === null ? {} : { options: row.options }),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  urls: { location: urls.location('orgs', row.organizationId, 'custom-fields', row.name) },
  permissions: { view: true, edit: role === 'admin' },
  version: row.version,
})
