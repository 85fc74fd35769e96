import type { Team } from '#contract/teams.ts'
import type { Context } from '../../context.ts'
import type { TeamRow } from './queries.ts'

/** A team as the API returns it to the caller, who may manage it as an admin or owner. */
export const presentTeam = (row: TeamRow, { access, urls }: Pick<Context, 'access' | 'urls'>): Team => ({
  object: 'team',
  id: row.id,
  title: row.title,
  members: row.members,
  spaces: row.spaces,
  ...(row.managed ? { managedBy: 'scim' as const } : {}),
  createdAt: row.createdAt.toISOString(),
  urls: { location: urls.location('orgs', access.organizationId, 'teams', row.id) },
  permissions: {
    admin: !row.managed && (access.organizationRole === 'admin' || row.ownRole === 'owner'),
    view: true,
  },
  version: row.version,
})
