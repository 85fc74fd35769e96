import type { Organization } from '#contract/organizations.ts'
import { NoPermission } from './ui/states.tsx'

/** What guests see in place of the people of an organization. */
export const PeopleClosed = ({ organization }: { organization: Organization }) => (
  <NoPermission isPage title={`The people of ${organization.title} are not shown to guests`}>
    You see what was shared with you. To see who is here you need a role in {organization.title}, such as
    read; an admin can give you one.
  </NoPermission>
)
