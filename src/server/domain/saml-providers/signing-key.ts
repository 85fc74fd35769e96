import { type KeyWithCertificate, newKeyWithCertificate } from '../../auth/self-signed-certificate.ts'
import type { Service } from '../../context.ts'
import { seal, unseal } from '../../sealing.ts'
import { insertSigningKey, storedSigningKey } from './signing-key-queries.ts'

const YEAR_MS = 365 * 86_400_000
/** Providers trust the copy they have and renew it by hand, so it must not expire while it is in use. */
const VALIDITY_YEARS = 20

/** The key that signs an organization's requests to its providers, created when it is first needed. */
export async function signingKeyOf(
  { db, config, now }: Pick<Service, 'db' | 'config' | 'now'>,
  organizationId: string,
): Promise<KeyWithCertificate> {
  const stored = await storedSigningKey(db, organizationId)
  if (stored !== undefined)
    return { privateKey: await unseal(config, stored.privateKey), certificate: stored.certificate }
  const moment = now()
  const until = new Date(moment.getTime() + VALIDITY_YEARS * YEAR_MS)
  const key = await newKeyWithCertificate(`Lectern ${organizationId}`, { from: moment, until })
  const privateKey = await seal(config, key.privateKey)
  await insertSigningKey(db, { organizationId, privateKey, certificate: key.certificate, now: moment })
  // Another request may have stored its key first.
  return signingKeyOf({ db, config, now }, organizationId)
}
