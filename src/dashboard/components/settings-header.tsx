import type { ReactNode } from 'react'
import type { Organization } from '#contract/organizations.ts'
import { useBreadcrumbs } from '../hooks/use-breadcrumbs.ts'
import { paths } from '../lib/paths.ts'
import { Tabs } from './ui/tabs.tsx'

type Props = {
  organization: Organization
  /** Name of the part: `Audit log`. */
  part: string
  /** The primary action of the view. */
  actions?: ReactNode
}

/** The parts of an organization's settings, above each of them. */
export function SettingsHeader({ organization, part, actions }: Props) {
  useBreadcrumbs([{ title: 'Settings', to: paths.settings(organization.id) }, { title: part }])
  return (
    <div className="page-head">
      <div className="title-row">
        <h1>Settings</h1>
        {actions && <div className="actions">{actions}</div>}
      </div>
      <Tabs label="Settings" tabs={settingsSections(organization)} />
    </div>
  )
}

type SettingsSection = { readonly label: string; readonly to: string }

/** The sections of an organization's settings that the user can open. */
export const settingsSections = ({
  id,
  permissions,
}: Pick<Organization, 'id' | 'permissions'>): SettingsSection[] => [
  { label: 'General', to: paths.general(id) },
  ...(permissions.listMembers
    ? [
        { label: 'Merge rules', to: paths.mergeRules(id) },
        { label: 'Custom fields', to: paths.customFields(id) },
        { label: 'OpenAPI', to: paths.openapi(id) },
        { label: 'Translations', to: paths.translationSettings(id) },
      ]
    : []),
  ...(permissions.admin
    ? [
        { label: 'Security', to: paths.security(id) },
        { label: 'Single sign-on', to: paths.singleSignOn(id) },
        { label: 'Domains', to: paths.domains(id) },
        { label: 'Provisioning', to: paths.provisioning(id) },
        { label: 'Webhooks', to: paths.webhooks(id) },
        { label: 'Audit log', to: paths.audit(id) },
      ]
    : []),
]

/** The sections of the user's account. */
export const accountSections: readonly SettingsSection[] = [
  { label: 'Profile', to: paths.account },
  { label: 'Security', to: paths.accountSecurity },
  { label: 'Notifications', to: paths.accountNotifications },
  { label: 'API tokens', to: paths.tokens },
]
