import { sql } from 'kysely'
import type { MergeRule } from '#contract/merge-rules.ts'
import { asJson, type Db, type Tx } from '../../db/client.ts'
import { editorColumn, editorJoin } from '../users/people-queries.ts'
import type { UserRow } from '../users/present.ts'
import type { RuleSource } from './evaluate.ts'

export type StoredRules = {
  readonly type: RuleSource['type']
  readonly id: string
  readonly rules: readonly MergeRule[]
  readonly version: number
  readonly updatedAt: Date
  readonly updatedBy: UserRow | null
}

/**
 * The rules that apply to an object, its own last: those of the organization, of the collections above from the top
 * down, and its own.
 */
export async function rulesFor(
  db: Db | Tx,
  organizationId: string,
  { type, id }: RuleSource,
): Promise<readonly StoredRules[]> {
  const [collectionId, spaceId] = [type === 'collection' ? id : null, type === 'space' ? id : null]
  const { rows } = await sql<StoredRules>`
    with recursive above as (
      select coalesce(${collectionId}, (select parent_id from space
        where organization_id = ${organizationId} and id = ${spaceId})) as id, 1 as distance
      union all
      select collection.parent_id, above.distance + 1 from above
      join collection on collection.organization_id = ${organizationId} and collection.id = above.id
    )
    select case when r.space_id is not null then 'space' when r.collection_id is not null then 'collection'
        else 'organization' end as type,
      coalesce(r.space_id, r.collection_id, r.organization_id) as id, r.rules, r.version,
      r.updated_at as "updatedAt", ${editorColumn} as "updatedBy"
    from merge_rules r left join above on above.id = r.collection_id ${editorJoin(sql`r`)}
    where r.organization_id = ${organizationId}
      and (r.space_id = ${spaceId} or above.id is not null or (r.space_id is null and r.collection_id is null))
    order by (r.space_id is not null), (r.collection_id is not null), above.distance desc`.execute(db)
  return rows
}

/** The version of the rules that are set at an object, locked until the transaction ends; 0 if none were ever set. */
export async function lockRules(tx: Tx, organizationId: string, source: RuleSource): Promise<Locked> {
  // Two that set the first rules concurrently would both find none.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`merge rules ${organizationId} ${source.id}`}, 0))`.execute(
    tx,
  )
  const { rows } = await sql<Locked>`select rules, version from merge_rules
    where organization_id = ${organizationId} and ${isOf(source)} for update`.execute(tx)
  return rows[0] ?? { rules: [], version: 0 }
}

type Locked = { readonly rules: readonly MergeRule[]; readonly version: number }

const isOf = ({ type, id }: RuleSource) =>
  type === 'organization'
    ? sql`collection_id is null and space_id is null`
    : sql`${sql.ref(`${type}_id`)} = ${id}`

/** Replaces the rules of an object, and announces it as a change of the object. */
export async function replaceRules(
  tx: Tx,
  organizationId: string,
  { type, id }: RuleSource,
  { rules, by, now }: { readonly rules: readonly MergeRule[]; readonly by: string; readonly now: Date },
): Promise<void> {
  const [collectionId, spaceId] = [type === 'collection' ? id : null, type === 'space' ? id : null]
  await sql`insert into merge_rules (organization_id, collection_id, space_id, rules, updated_at, updated_by)
    values (${organizationId}, ${collectionId}, ${spaceId}, ${asJson(rules)}, ${now}, ${by})
    on conflict (organization_id, collection_id, space_id) do update
    set rules = excluded.rules, updated_at = excluded.updated_at, updated_by = excluded.updated_by,
      version = merge_rules.version + 1`.execute(tx)
  const payload = JSON.stringify({ o: organizationId, k: type, a: 'updated', i: id })
  await tx.insertInto('pending_change').values({ stamp_of: organizationId, payload }).execute()
}

/** Teams by id. */
export const teamsByIds = (db: Db | Tx, organizationId: string, ids: readonly string[]) =>
  db
    .selectFrom('team')
    .select(['id', 'title'])
    .where('organization_id', '=', organizationId)
    .where((is) => is('id', '=', is.fn.any(is.val([...ids]))))
    .execute()

/** Which of these people are members of the organization. */
export async function membersAmong(
  db: Db | Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('member')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where((is) => is('user_id', '=', is.fn.any(is.val([...ids]))))
    .execute()
  return new Set(rows.map((row) => row.user_id))
}

/** The members of some teams. */
export async function membersOfTeams(
  db: Db | Tx,
  organizationId: string,
  teams: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const members = new Map<string, Set<string>>()
  if (teams.length === 0) return members
  const rows = await db
    .selectFrom('team_member')
    .select(['team_id', 'user_id'])
    .where('organization_id', '=', organizationId)
    .where((is) => is('team_id', '=', is.fn.any(is.val([...teams]))))
    .execute()
  for (const { team_id, user_id } of rows) {
    const known = members.get(team_id)
    if (known) known.add(user_id)
    else members.set(team_id, new Set([user_id]))
  }
  return members
}

/** Removes the rules of a space or of collections that go to another organization, whose people they name. */
export const deleteRules = (
  tx: Tx,
  organizationId: string,
  kind: 'space' | 'collection',
  ids: readonly string[],
) =>
  sql`delete from merge_rules where organization_id = ${organizationId}
    and ${sql.ref(`${kind}_id`)} = any(${ids}::text[])`.execute(tx)
