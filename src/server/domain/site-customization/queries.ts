import { sql } from 'kysely'
import type { Overrides } from '#contract/shared/overrides.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { SiteCustomization } from '#contract/site-customization.ts'
import type { Db, Tx } from '../../db/client.ts'
import type { SiteRow } from '../sites/structure/structure.ts'
import { DEFAULT_CUSTOMIZATION } from './default-customization.ts'

/** Something that counts its own changes; 0 while nobody has changed it. */
export type Versioned<T> = { readonly value: T; readonly version: number }

/** What was said about the looks of a site; undefined while nobody has changed them. */
export const savedCustomization = (
  db: Db | Tx,
  { organizationId, siteId }: SiteParams,
): Promise<Versioned<SiteCustomization> | undefined> =>
  db
    .selectFrom('site_customization')
    .select(['customization as value', 'version'])
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .executeTakeFirst()

/** The customization of a site: the saved one, or the default one with the site's icon. */
export async function currentCustomization(
  db: Db | Tx,
  site: Pick<SiteRow, 'organizationId' | 'id' | 'icon'>,
): Promise<Versioned<SiteCustomization>> {
  const saved = await savedCustomization(db, { organizationId: site.organizationId, siteId: site.id })
  return saved ?? { value: { ...DEFAULT_CUSTOMIZATION, favicon: site.icon ?? {} }, version: 0 }
}

/** What the spaces of a site have different, by the id of the site space. */
export async function overridesOf(
  db: Db | Tx,
  { organizationId, siteId }: SiteParams,
): Promise<ReadonlyMap<string, Versioned<Overrides>>> {
  const rows = await db
    .selectFrom('site_space_customization')
    .select(['site_space_id as id', 'overrides as value', 'version'])
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .execute()
  return new Map(rows.map(({ id, ...kept }) => [id, kept]))
}

/** Writes the looks of a site whole, and its icon with them. */
export async function writeCustomization(
  tx: Tx,
  { organizationId, siteId }: SiteParams,
  looks: SiteCustomization,
): Promise<void> {
  const row = { organization_id: organizationId, site_id: siteId, customization: JSON.stringify(looks) }
  await tx
    .insertInto('site_customization')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'site_id'])
        .doUpdateSet({ customization: row.customization, version: sql`site_customization.version + 1` }),
    )
    .execute()
  const { favicon } = looks
  const icon = 'icon' in favicon || 'emoji' in favicon ? JSON.stringify(favicon) : null
  await tx
    .updateTable('site')
    .set({ icon })
    .where('organization_id', '=', organizationId)
    .where('id', '=', siteId)
    .where(sql<boolean>`icon is distinct from ${icon}::jsonb`)
    .execute()
}

/** Writes what a space of a site has different; with nothing left the row stays, so that its version goes on. */
export async function writeOverrides(
  tx: Tx,
  { organizationId, siteId }: SiteParams,
  siteSpaceId: string,
  overrides: Overrides,
): Promise<void> {
  const row = {
    organization_id: organizationId,
    site_id: siteId,
    site_space_id: siteSpaceId,
    overrides: JSON.stringify(overrides),
  }
  await tx
    .insertInto('site_space_customization')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'site_space_id'])
        .doUpdateSet({ overrides: row.overrides, version: sql`site_space_customization.version + 1` }),
    )
    .execute()
}

/** Looks that somebody tries out. */
export type PreviewRow = {
  readonly userId: string
  readonly key: string
  readonly siteSpace: string | null
  readonly looks: SiteCustomization
  readonly expiresAt: Date
}

/** Keeps what somebody tries out in place of what they tried before; what has run out in the site goes. */
export async function writePreview(
  tx: Tx,
  { organizationId, siteId }: SiteParams,
  { userId, key, siteSpace, looks, expiresAt }: PreviewRow,
  now: Date,
): Promise<void> {
  await tx
    .deleteFrom('site_customization_preview')
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where('expires_at', '<', now)
    .execute()
  const trial = { key, site_space_id: siteSpace, customization: JSON.stringify(looks), expires_at: expiresAt }
  await tx
    .insertInto('site_customization_preview')
    .values({ organization_id: organizationId, site_id: siteId, user_id: userId, ...trial })
    .onConflict((conflict) => conflict.columns(['organization_id', 'site_id', 'user_id']).doUpdateSet(trial))
    .execute()
}

/** What is tried out under a key; undefined once its time is over. */
export const previewByKey = (db: Db, key: string, now: Date) =>
  db
    .selectFrom('site_customization_preview')
    .select([
      'organization_id as organizationId',
      'site_id as siteId',
      'user_id as userId',
      'site_space_id as siteSpaceId',
      'customization as looks',
    ])
    .where('key', '=', key)
    .where('expires_at', '>', now)
    .executeTakeFirst()
