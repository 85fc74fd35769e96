import type { SiteParams } from '#contract/shared/paths.ts'
import type { Db, Tx } from '../../db/client.ts'

const columns = [
  'site_publishing_auth.backend',
  'site_publishing_auth.private_key as privateKey',
  'site_publishing_auth.fallback_url as fallbackURL',
  'site_publishing_auth.logout_url as logoutURL',
] as const

const authQuery = (db: Db | Tx, { organizationId, siteId }: SiteParams) =>
  db
    .selectFrom('site_publishing_auth')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)

/** The visitor authentication of a site, once it was read or set. */
export const publishingAuth = (db: Db | Tx, site: SiteParams): Promise<PublishingAuthRow | undefined> =>
  authQuery(db, site).executeTakeFirst()

/** Locks the visitor authentication of a site until the transaction ends; creates it with this key if needed. */
export async function lockPublishingAuth(tx: Tx, site: SiteParams, newKey: string) {
  const row = { organization_id: site.organizationId, site_id: site.siteId, private_key: newKey }
  await tx
    .insertInto('site_publishing_auth')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'site_id']).doNothing())
    .execute()
  return authQuery(tx, site).forUpdate().executeTakeFirstOrThrow()
}

export type PublishingAuthRow = Awaited<ReturnType<typeof lockPublishingAuth>>

export const updatePublishingAuth = (
  tx: Tx,
  { organizationId, siteId }: SiteParams,
  { backend, privateKey, fallbackURL, logoutURL }: PublishingAuthRow,
) =>
  tx
    .updateTable('site_publishing_auth')
    .set({ backend, private_key: privateKey, fallback_url: fallbackURL, logout_url: logoutURL })
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .execute()
