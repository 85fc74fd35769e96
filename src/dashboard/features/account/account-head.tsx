import type { ReactNode } from 'react'
import { Tabs } from '../../components/ui/tabs.tsx'
import { useCrumbs } from '../../hooks/use-crumbs.ts'
import { places } from '../../lib/places.ts'
import { accountRooms } from '../../lib/rooms.ts'

type Props = { /** Name of the part: `API tokens`. */ part: string; acts?: ReactNode }

/** The parts of one's own account, above each of them. */
export function AccountHead({ part, acts }: Props) {
  const isFirst = part === 'Profile'
  useCrumbs([{ title: 'Your account', to: places.account }, ...(isFirst ? [] : [{ title: part }])])
  return (
    <div className="page-head">
      <div className="title-row">
        <h1>Your account</h1>
        {acts && <div className="actions">{acts}</div>}
      </div>
      <Tabs label="Your account" tabs={accountRooms} />
    </div>
  )
}
