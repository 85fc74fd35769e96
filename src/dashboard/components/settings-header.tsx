import type { ReactNode } from 'react'
import type { Organization } from '#contract/organizations.ts'
import { useBreadcrumbs } from '../hooks/use-breadcrumbs.ts'
import { paths } from '../lib/paths.ts'
import { settingsSections } from '../lib/settings-sections.ts'
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
