import type { ReactNode } from 'react'
import { Tabs } from '#dashboard/components/ui/tabs.tsx'
import { useBreadcrumbs } from '#dashboard/hooks/use-breadcrumbs.ts'
import { paths } from '#dashboard/lib/paths.ts'
import { accountSections } from '#dashboard/lib/settings-sections.ts'

type Props = { /** Name of the part: `API tokens`. */ part: string; acts?: ReactNode }

/** The parts of one's own account, above each of them. */
export function AccountHead({ part, acts }: Props) {
  const isFirst = part === 'Profile'
  useBreadcrumbs([{ title: 'Your account', to: paths.account }, ...(isFirst ? [] : [{ title: part }])])
  return (
    <div className="page-head">
      <div className="title-row">
        <h1>Your account</h1>
        {acts && <div className="actions">{acts}</div>}
      </div>
      <Tabs label="Your account" tabs={accountSections} />
    </div>
  )
}
