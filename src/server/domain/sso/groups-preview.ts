import type { SsoTest } from '#contract/sso.ts'
import type { Db } from '../../db/client.ts'
import { groupMappingsOf } from './group-mapping-queries.ts'
import { planGroups } from './group-rules.ts'
import type { Provider } from './sign-in-requests.ts'
import { teamsOf } from './team-queries.ts'

/** What the groups of a person would change at a sign-in; nothing for providers without mappings. */
export async function groupsPreview(
  db: Db,
  { id, organizationId, defaultRole }: Provider,
  userId: string | null,
  groups: readonly string[],
): Promise<Pick<NonNullable<SsoTest['outcome']>, 'groups'>> {
  const mappings = (await groupMappingsOf(db, [id])).get(id) ?? []
  if (mappings.length === 0) return {}
  const { role, join, leave } = planGroups(mappings, groups, defaultRole)
  const teams = await teamsOf(db, organizationId, userId ?? '', [...join, ...leave])
  const titles = (isShown: (team: (typeof teams)[number]) => boolean) =>
    teams.filter(isShown).map(({ title }) => title)
  return {
    groups: {
      ...(role === undefined ? {} : { role }),
      teams: titles((team) => join.includes(team.id)),
      leaves: titles((team) => leave.includes(team.id) && team.role === 'member'),
    },
  }
}
