import type { ReactNode } from 'react'
import type { Organization } from '#contract/organizations.ts'
import { usePeopleCounts } from '../data/members.ts'
import { paths } from '../lib/paths.ts'
import { NoPermission } from './ui/states.tsx'
import { Tabs } from './ui/tabs.tsx'

type Props = {
  organization: Organization
  /** The primary action of the view. */
  actions?: ReactNode
}

/** Title and tabs of the people pages. */
export function PeopleHeader({ organization, actions }: Props) {
  const { id, permissions } = organization
  const counts = usePeopleCounts(organization)
  return (
    <div className="page-head">
      <div className="title-row">
        <h1>People</h1>
        {actions && <div className="actions">{actions}</div>}
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

/** What guests see instead of the people of an organization. */
export const PeopleNotVisible = ({ organization }: { organization: Organization }) => (
  <NoPermission isPage title={`Guests can’t see the members of ${organization.title}`}>
    You see only what’s shared with you. To see members, ask an admin of {organization.title} for a role, such
    as Read.
  </NoPermission>
)
