import type { ReactNode } from 'react'
import type { Organization } from '#contract/organizations.ts'
import { usePeopleCounts } from '../lib/people-counts.ts'
import { places } from '../lib/places.ts'
import { Tabs } from './ui/tabs.tsx'

type Props = { organization: Organization /** The primary act of the view. */; acts?: ReactNode }

/** Title and parts of the room of people, above each of its lists. */
export function PeopleHead({ organization, acts }: Props) {
  const { id, permissions } = organization
  const counts = usePeopleCounts(organization)
  return (
    <div className="page-head">
      <div className="title-row">
        <h1>People</h1>
        {acts && <div className="actions">{acts}</div>}
      </div>
      <Tabs
        label="People"
        tabs={[
          { label: 'Members', to: places.members(id), count: counts.members },
          { label: 'Teams', to: places.teams(id), count: counts.teams },
          ...(permissions.admin
            ? [{ label: 'Invite links', to: places.invites(id), count: counts.invites }]
            : []),
        ]}
      />
    </div>
  )
}
