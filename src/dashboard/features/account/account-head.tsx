import type { ReactNode } from 'react'
import { accountSections } from '../../components/settings-header.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { paths } from '../../lib/paths.ts'

type Props = { /** Name of the part: `API tokens`. */ part: string; actions?: ReactNode }

/** Title and tabs of the account settings. */
export function AccountHead({ part, actions }: Props) {
  const isFirst = part === 'Profile'
  useBreadcrumbs([{ title: 'Your account', to: paths.account }, ...(isFirst ? [] : [{ title: part }])])
  return (
    <div className="page-head">
      <div className="title-row">
        <h1>Your account</h1>
        {actions && <div className="actions">{actions}</div>}
      </div>
      <Tabs label="Your account" tabs={accountSections} />
    </div>
  )
}
