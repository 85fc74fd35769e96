import { sql } from 'kysely'
import type { Overrides } from '#contract/shared/overrides.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { SiteCustomization } from '#contract/site-customization.ts'
import type { Db, Tx } from '../../db/client.ts'
import type { SiteRow } from '../sites/structure/structure.ts'
import { DEFAULT_CUSTOMIZATION } from './default-customization.ts'

/** A value with its version, which is 0 before the first change. */
export type Versioned<T> = { readonly value: T; readonly version: number }

/** The saved customization of a site. */
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

/** A customization as readers get it: they can't ask questions if the organization has AI features turned off. */
export async function withAllowedAi(
  db: Db | Tx,
  organizationId: string,
  customization: SiteCustomization,
): Promise<SiteCustomization> {
  const { ai } = customization
  if (ai.mode === 'none') return customization
  const organization = await db
    .selectFrom('organization')
    .select('ai')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return organization?.ai ? customization : { ...customization, ai: { ...ai, mode: 'none' } }
}

/** The overrides of a site's spaces, by the id of the site space. */
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
  return new Map(rows.map(({ id, ...overrides }) => [id, overrides]))
}

/** Replaces the customization of a site, and its icon. */
export async function writeCustomization(
  tx: Tx,
  { organizationId, siteId }: SiteParams,
  customization: SiteCustomization,
): Promise<void> {
  const row = {
    organization_id: organizationId,
    site_id: siteId,
    customization: JSON.stringify(customization),
  }
  await tx
    .insertInto('site_customization')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'site_id'])
        .doUpdateSet({ customization: row.customization, version: sql`site_customization.version + 1` }),
    )
    .execute()
  const { favicon } = customization
  const icon = 'icon' in favicon || 'emoji' in favicon ? JSON.stringify(favicon) : null
  await tx
    .updateTable('site')
    .set({ icon })
    .where('organization_id', '=', organizationId)
    .where('id', '=', siteId)
    .where(sql<boolean>`icon is distinct from ${icon}::jsonb`)
    .execute()
}

/** Replaces the overrides of a site space. Empty overrides keep their row, so that the version keeps counting. */
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

/** An unsaved customization that a user previews. */
export type PreviewRow = {
  readonly userId: string
  readonly key: string
  readonly siteSpace: string | null
  readonly customization: SiteCustomization
  readonly expiresAt: Date
}

/** Replaces the user's preview of a site, and deletes expired previews of it. */
export async function writePreview(
  tx: Tx,
  { organizationId, siteId }: SiteParams,
  { userId, key, siteSpace, customization, expiresAt }: PreviewRow,
  now: Date,
): Promise<void> {
  await tx
    .deleteFrom('site_customization_preview')
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where('expires_at', '<', now)
    .execute()
  const preview = {
    key,
    site_space_id: siteSpace,
    customization: JSON.stringify(customization),
    expires_at: expiresAt,
  }
  await tx
    .insertInto('site_customization_preview')
    .values({ organization_id: organizationId, site_id: siteId, user_id: userId, ...preview })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'site_id', 'user_id']).doUpdateSet(preview),
    )
    .execute()
}

/** The preview with this key, unless it has expired. */
export const previewByKey = (db: Db, key: string, now: Date) =>
  db
    .selectFrom('site_customization_preview')
    .select([
      'organization_id as organizationId',
      'site_id as siteId',
      'user_id as userId',
      'site_space_id as siteSpaceId',
      'customization',
    ])
    .where('key', '=', key)
    .where('expires_at', '>', now)
    .executeTakeFirst()
