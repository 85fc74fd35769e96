import { api } from '#contract/api.ts'
import type { Person, TestApp } from './app.ts'
import { aBrowser, password, setPassword } from './browser.ts'
import { anOrganizationWithProvider } from './saml-providers.ts'

/** An organization with an active SAML provider and a verified email domain. */
export async function anSsoOrganization(app: TestApp) {
  const world = await anOrganizationWithProvider(app)
  const domain = `${world.organizationId.toLowerCase()}.example`
  const now = new Date()
  await app.db
    .insertInto('verified_domain')
    .values({
      organization_id: world.organizationId,
      domain,
      record_token: 'token',
      verified_at: now,
      verified_by: 'operator',
      created_at: now,
    })
    .execute()
  const ann = { id: 'ann-1', email: `ann@${domain}`, name: 'Ann Lee' }
  return { ...world, domain, ann }
}

/** A browser in which a person has signed in with a password. */
export async function signedInBrowser(app: TestApp, person: Person) {
  await setPassword(app, person)
  const browser = aBrowser(app)
  const { status } = await browser.send(api.sessions.signIn, { email: person.email, password })
  if (status !== 200) throw new Error(`Signing in was answered with ${status}`)
  return browser
}
