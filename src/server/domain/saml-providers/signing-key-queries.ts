import type { Db } from '../../db/client.ts'

/** The sealed key of an organization with its certificate. */
export const storedSigningKey = (db: Db, organizationId: string) =>
  db
    .selectFrom('saml_signing_key')
    .select(['private_key as privateKey', 'certificate'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()

/** Stores a key unless the organization has one by now. */
export const insertSigningKey = (
  db: Db,
  key: { organizationId: string; privateKey: Buffer; certificate: string; now: Date },
) =>
  db
    .insertInto('saml_signing_key')
    .values({
      organization_id: key.organizationId,
      private_key: key.privateKey,
      certificate: key.certificate,
      created_at: key.now,
    })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute()
