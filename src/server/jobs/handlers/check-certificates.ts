import type { JobHandler } from '../worker.ts'

/** Emails admins before the certificate of a SAML provider expires. */
export const checkCertificatesHandler: JobHandler<'check-certificates'> = async (service) => {
  const { sendExpiryNotices } = await import('../../domain/saml-providers/expiry-notices.ts')
  await sendExpiryNotices(service)
}
