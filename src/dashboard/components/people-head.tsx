import type { ReactNode } from 'react'
import type { Organization } from '#contract/organizations.ts'
import { usePeopleCounts } from '../data/members.ts'
import { paths } from '../lib/paths.ts'
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
          { label: 'Members', to: paths.members(id), count: counts.members },
          { label: 'Teams', to: paths.teams(id), count: counts.teams },
          ...(permissions.admin
            ? [{ label: 'Invite links', to: paths.invites(id), count: counts.invites }]
            : []),
        ]}
      />
    </div>
  )
}
