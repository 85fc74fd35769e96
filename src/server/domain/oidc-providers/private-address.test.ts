import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { type OidcServer, startOidcServer } from '#testing/oidc-server.ts'

const app = useTestApp()
let server: OidcServer
beforeAll(async () => {
  server = await startOidcServer()
})
afterAll(() => server.stop())

test('private addresses and plain http are refused unless the operator allows them', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const add = (issuer: string) =>
    app.as(admin)(api.oidcProviders.create, { params: { organizationId }, body: { label: 'Login', issuer } })
  await expect(add(server.issuer)).rejects.toMatchObject({
    status: 400,
    details: { issues: [{ path: ['body', 'issuer'], message: expect.stringContaining('HTTPS') }] },
  })
  const secure = server.issuer.replace('http:', 'https:')
  await expect(add(secure)).rejects.toMatchObject({
    status: 400,
    details: { issues: [{ message: expect.stringContaining('an address of this machine') }] },
  })
})
