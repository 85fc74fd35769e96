import { sql } from 'kysely'
import { asJson, type Db, type Tx } from '../../db/client.ts'

/** The certificates of the active SAML providers. */
export const providerCertificates = (db: Db | Tx) =>
  db
    .selectFrom('sso_provider as p')
    .innerJoin('saml_provider as s', 's.provider_id', 'p.id')
    .select(['p.id', 'p.organization_id as organizationId', 's.certificate'])
    .where('p.status', '=', 'active')
    .orderBy('p.id')
    .execute()

/** Days before its expiry at which admins last got an email, by provider and certificate. */
export type SentNotices = Readonly<Record<string, number>>

const NAME = 'certificate-notices'

/** Locks what was sent until the transaction ends, so that of several instances only one sends. */
export async function lockSentNotices(tx: Tx): Promise<SentNotices> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${NAME}, 0))`.execute(tx)
  const stored = tx.selectFrom('service_setting').select('value').where('name', '=', NAME)
  return ((await stored.executeTakeFirst())?.value ?? {}) as SentNotices
}

export const storeSentNotices = (tx: Tx, notices: SentNotices) =>
  tx
    .insertInto('service_setting')
    .values({ name: NAME, value: asJson(notices) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: asJson(notices) }))
    .execute()

/** A provider with its organization and one of its admins, for an email; undefined if one of them is gone. */
export const providerForEmail = (
  db: Db,
  { organizationId, providerId, userId }: { organizationId: string; providerId: string; userId: string },
) =>
  db
    .selectFrom('sso_provider as p')
    .innerJoin('saml_provider as s', 's.provider_id', 'p.id')
    .innerJoin('organization as o', 'o.id', 'p.organization_id')
    .innerJoin('member as m', 'm.organization_id', 'p.organization_id')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .select(['u.email', 'o.title', 'p.label', 's.certificate'])
    .where('p.organization_id', '=', organizationId)
    .where('p.id', '=', providerId)
    .where('m.user_id', '=', userId)
    .where('m.role', '=', 'admin')
    .where('m.disabled', '=', false)
    .executeTakeFirst()
