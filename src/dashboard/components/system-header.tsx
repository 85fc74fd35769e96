import type { ReactNode } from 'react'
import { useBreadcrumbs } from '../hooks/use-breadcrumbs.ts'
import { paths } from '../lib/paths.ts'
import { Tabs } from './ui/tabs.tsx'

/** The sections of the system page. */
const systemSections = [
  { label: 'Overview', to: paths.system },
  { label: 'Jobs', to: paths.systemPart('jobs') },
  { label: 'Email', to: paths.systemPart('email') },
  { label: 'Backups', to: paths.systemPart('backups') },
  { label: 'Slow operations', to: paths.systemPart('operations') },
]

type Props = { /** Name of the section: `Jobs`. */ part: string; actions?: ReactNode }

/** Title and tabs of the system page, for operators. */
export function SystemHeader({ part, actions }: Props) {
  const isFirst = part === 'Overview'
  useBreadcrumbs([{ title: 'System', to: paths.system }, ...(isFirst ? [] : [{ title: part }])])
  return (
    <div className="page-head">
      <div className="title-row">
        <h1>System</h1>
        {actions && <div className="actions">{actions}</div>}
      </div>
      <Tabs label="System" tabs={systemSections} />
    </div>
  )
}
