import { sql } from 'kysely'
import type { Variables } from '../../content/entries.ts'
import { asJson, type Db, type Tx } from '../../db/client.ts'
import { editorColumn, editorJoin } from '../users/people-queries.ts'
import type { UserRow } from '../users/present.ts'

/** What has variables: an organization, or one of its sites. */
export type VariableOwner = { readonly organizationId: string; readonly siteId: string | null }

export type StoredVariables = {
  readonly variables: Variables
  readonly version: number
  readonly updatedAt: Date | null
  readonly updatedBy: UserRow | null
}

/** The variables of an organization or a site; version 0 if there never were any. */
export async function variablesOf(
  db: Db | Tx,
  { organizationId, siteId }: VariableOwner,
): Promise<StoredVariables> {
  const { rows } = await sql<StoredVariables>`
    select own.variables, own.version, own.updated_at as "updatedAt", ${editorColumn} as "updatedBy"
    from shared_variables own ${editorJoin(sql`own`)}
    where own.organization_id = ${organizationId} and own.site_id is not distinct from ${siteId}`.execute(db)
  return rows[0] ?? { variables: {}, version: 0, updatedAt: null, updatedBy: null }
}

/** The variables that pages of a site read: those of its organization, and its own. */
export async function variablesOnSite(
  db: Db | Tx,
  organizationId: string,
  siteId: string,
): Promise<{ readonly organization: Variables; readonly site: Variables }> {
  const rows = await db
    .selectFrom('shared_variables')
    .select(['site_id as siteId', 'variables'])
    .where('organization_id', '=', organizationId)
    .where((is) => is.or([is('site_id', 'is', null), is('site_id', '=', siteId)]))
    .execute()
  const of = (id: string | null) => rows.find((row) => row.siteId === id)?.variables ?? {}
  return { organization: of(null), site: of(siteId) }
}

/** Locks the variables until the transaction ends, also before there are any. */
export async function lockVariables(tx: Tx, owner: VariableOwner): Promise<StoredVariables> {
  const name = `variables ${owner.organizationId} ${owner.siteId ?? ''}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  return variablesOf(tx, owner)
}

/** Replaces the variables, and announces it as a change of their owner. */
export async function replaceVariables(
  tx: Tx,
  { organizationId, siteId }: VariableOwner,
  { variables, by, now }: { readonly variables: Variables; readonly by: string; readonly now: Date },
): Promise<void> {
  await sql`insert into shared_variables (organization_id, site_id, variables, updated_at, updated_by)
    values (${organizationId}, ${siteId}, ${asJson(variables)}, ${now}, ${by})
    on conflict (organization_id, site_id) do update
    set variables = excluded.variables, updated_at = excluded.updated_at, updated_by = excluded.updated_by,
      version = shared_variables.version + 1`.execute(tx)
  const [kind, id] = siteId === null ? ['organization', organizationId] : ['site', siteId]
  const payload = JSON.stringify({ o: organizationId, k: kind, a: 'updated', i: id })
  await tx.insertInto('pending_change').values({ stamp_of: organizationId, payload }).execute()
}

/** How many pages show each name: in all spaces of the organization, or in those of the site. */
export async function pagesByName(
  db: Db | Tx,
  { organizationId, siteId }: VariableOwner,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; pages: number }>`
    select target_id as name, count(distinct (space_id, page_id))::integer as pages from page_link shows
    where organization_id = ${organizationId} and kind = 'variable' and target_id is not null
      and anchor = ${siteId === null ? 'organization' : 'site'}
      and (${siteId}::text is null or exists (select from site_space shown
        where shown.organization_id = shows.organization_id and shown.site_id = ${siteId}
          and shown.space_id = shows.space_id))
    group by target_id order by target_id`.execute(db)
  return new Map(rows.map(({ name, pages }) => [name, pages]))
}
