import type { Organization } from '#contract/organizations.ts'
import { paths } from './paths.ts'

export type SettingsSection = { readonly label: string; readonly to: string }

/** The sections of an organization's settings that the user can open. */
export const settingsSections = ({
  id,
  permissions,
}: Pick<Organization, 'id' | 'permissions'>): SettingsSection[] => [
  { label: 'General', to: paths.general(id) },
  ...(permissions.listMembers
    ? [
        { label: 'Custom fields', to: paths.customFields(id) },
        { label: 'OpenAPI', to: paths.openapi(id) },
      ]
    : []),
  ...(permissions.admin ? [{ label: 'Audit log', to: paths.audit(id) }] : []),
]

/** The sections of the user's account. */
export const accountSections: readonly SettingsSection[] = [
  { label: 'Profile', to: paths.account },
  { label: 'Signing in', to: paths.signingIn },
  { label: 'API tokens', to: paths.tokens },
]
