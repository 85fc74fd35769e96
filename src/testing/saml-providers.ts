import { api } from '#contract/api.ts'
import { type KeyWithCertificate, newKeyWithCertificate } from '#server/auth/self-signed-certificate.ts'
import type { TestApp } from './app.ts'

const DAY_MS = 86_400_000
const keys = new Map<number, Promise<KeyWithCertificate>>()

/** A key with a certificate that expires in some days. Created once per process, because RSA keys take long. */
export function aKey(days = 365, copy = 0): Promise<KeyWithCertificate> {
  const id = days * 10 + copy
  const now = Date.now()
  const validity = { from: new Date(now - 30 * DAY_MS), until: new Date(now + days * DAY_MS) }
  const key = keys.get(id) ?? newKeyWithCertificate('login.example.org', validity)
  keys.set(id, key)
  return key
}

/** The settings of a provider that can be used. */
export const completeSettings = async (copy = 0) => ({
  label: 'Example login',
  entityID: 'https://login.example.org/metadata',
  ssoURL: 'https://login.example.org/sso',
  certificate: (await aKey(365, copy)).certificate,
})

/** An organization with an active SAML provider. */
export async function anOrganizationWithProvider(app: TestApp) {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const params = { organizationId }
  const provider = await call(api.samlProviders.create, { params, body: await completeSettings() })
  return { organizationId, admin, call, params, provider }
}
