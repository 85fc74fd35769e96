import type { GroupMapping } from '#contract/oidc-providers.ts'
import type { Db, Tx } from '../../db/client.ts'

/** The group mappings of providers by the id of the provider, in the order of the settings. */
export async function groupMappingsOf(
  db: Db | Tx,
  providerIds: readonly string[],
): Promise<ReadonlyMap<string, GroupMapping[]>> {
  const result = new Map<string, GroupMapping[]>(providerIds.map((id) => [id, []]))
  if (providerIds.length === 0) return result
  const rows = await db
    .selectFrom('sso_group_mapping')
    .select(['provider_id as providerId', 'group_name as group', 'team_id as team', 'role'])
    .where('provider_id', 'in', providerIds)
    .orderBy('ordinal')
    .execute()
  for (const { providerId, group, team, role } of rows) {
    const mapping = { group, ...(team === null ? {} : { team }), ...(role === null ? {} : { role }) }
    // A mapping whose team was deleted means nothing anymore.
    if (team !== null || role !== null) result.get(providerId)?.push(mapping)
  }
  return result
}

/** Replaces all group mappings of a provider. */
export async function replaceGroupMappings(
  tx: Tx,
  { organizationId, providerId }: { readonly organizationId: string; readonly providerId: string },
  mappings: readonly GroupMapping[],
): Promise<void> {
  await tx.deleteFrom('sso_group_mapping').where('provider_id', '=', providerId).execute()
  if (mappings.length === 0) return
  await tx
    .insertInto('sso_group_mapping')
    .values(
      mappings.map(({ group, team = null, role = null }, ordinal) => ({
        organization_id: organizationId,
        provider_id: providerId,
        ordinal,
        group_name: group,
        team_id: team,
        role,
      })),
    )
    .execute()
}
