import { sql } from 'kysely'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { VisitorSchema } from '#contract/site-audience.ts'
import type { Db, Tx } from '../../db/client.ts'

export type SchemaRow = {
  readonly jsonSchema: VisitorSchema
  readonly version: number
  readonly updatedAt: Date
}

/** The pages of a site: a space that it shows twice counts twice, because its pages have two addresses. */
export async function pageCount(db: Db, { organizationId, siteId }: SiteParams): Promise<number> {
  const { pages } = await db
    .selectFrom('site_space')
    .innerJoin('page', (join) =>
      join
        .onRef('page.organization_id', '=', 'site_space.organization_id')
        .onRef('page.space_id', '=', 'site_space.space_id'),
    )
    .select(({ fn }) => fn.countAll<number>().as('pages'))
    .where('site_space.organization_id', '=', organizationId)
    .where('site_space.site_id', '=', siteId)
    .where('page.type', '=', 'document')
    .where('page.path', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(pages)
}

/** The saved schema of visitor claims. */
export const schemaOf = (
  db: Db | Tx,
  { organizationId, siteId }: SiteParams,
): Promise<SchemaRow | undefined> =>
  db
    .selectFrom('site_adaptive_schema')
    .select(['json_schema as jsonSchema', 'version', 'updated_at as updatedAt'])
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .executeTakeFirst()

export async function writeSchema(
  tx: Tx,
  { organizationId, siteId }: SiteParams,
  jsonSchema: VisitorSchema,
  now: Date,
): Promise<void> {
  const json_schema = JSON.stringify(jsonSchema)
  await tx
    .insertInto('site_adaptive_schema')
    .values({ organization_id: organizationId, site_id: siteId, json_schema, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'site_id'])
        .doUpdateSet({ json_schema, updated_at: now, version: sql`site_adaptive_schema.version + 1` }),
    )
    .execute()
}
