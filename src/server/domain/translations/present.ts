import { isAtLeast, type Role } from '#contract/shared/permissions.ts'
import type { TranslationSettings } from '#contract/translations.ts'
import type { Urls } from '../../urls.ts'
import type { SettingsRow } from './queries.ts'

/** Translation settings as the API returns them to a caller with this organization role. */
export const presentSettings = (row: SettingsRow, urls: Urls, role: Role | null): TranslationSettings => ({
  object: 'translation-settings',
  id: row.id,
  title: row.title,
  languages: row.languages,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  permissions: { view: true, edit: isAtLeast(role, 'create') },
  urls: { location: urls.location('orgs', row.organizationId, 'translations', row.id) },
  version: row.version,
})
