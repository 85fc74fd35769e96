import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { aKey, anOrganizationWithProvider } from '#testing/saml-providers.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: 'true' })
const guarded = useTestApp()

const base64Of = (pem: string) => pem.replace(/-----[^-]+-----|\n/g, '')

const metadataWith = (keys: string, services = service('HTTP-Redirect')) => `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example.org/meta">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    ${keys}${services}
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`

const service = (binding: string) => `<md:SingleSignOnService
  Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="https://idp.example.org/sso?a=1&amp;b=2"/>`

const key = (pem: string, use = ' use="signing"') => `<md:KeyDescriptor${use}>
  <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>
    ${base64Of(pem)}
  </ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`

test('settings are read from metadata, with the two certificates that are valid longest', async () => {
  const { call, params } = await anOrganizationWithProvider(app)
  const [old, current, next, other] = await Promise.all([aKey(-3), aKey(20), aKey(365), aKey(365, 2)])
  const keys = [old, current, next].map(({ certificate }) => key(certificate))
  const text = metadataWith([...keys, key(other.certificate, ' use="encryption"')].join(''))
  const settings = await call(api.samlProviders.readMetadata, { params, body: { text } })
  expect(settings).toMatchObject({
    entityID: 'https://idp.example.org/meta',
    ssoURL: 'https://idp.example.org/sso?a=1&b=2',
    certificates: [{ status: 'valid' }, { status: 'expiring' }],
  })
  const { certificates: _, ...body } = settings
  const created = await call(api.samlProviders.create, { params, body: { label: 'Imported', ...body } })
  expect(created.status).toBe('active')
})

test('metadata is read from an address, unless it is private and the operator forbids that', async () => {
  const text = metadataWith(key((await aKey()).certificate, ''))
  const server = createServer((_, response) => response.end(text)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const body = { url: `http://127.0.0.1:${port}/metadata` }
  const open = await anOrganizationWithProvider(app)
  expect(await open.call(api.samlProviders.readMetadata, { params: open.params, body })).toMatchObject({
    entityID: 'https://idp.example.org/meta',
  })
  const closed = await anOrganizationWithProvider(guarded)
  await expect(
    closed.call(api.samlProviders.readMetadata, { params: closed.params, body }),
  ).rejects.toMatchObject({ status: 400, type: 'upstream' })
  server.close()
})

test('what is no metadata of a provider is refused with the reason', async () => {
  const { call, params } = await anOrganizationWithProvider(app)
  const { certificate } = await aKey()
  const cases: readonly [string, string][] = [
    ['no xml', 'This is not'],
    ['<!doctype html><html></html>', 'web page'],
    ['<a/>', 'This is not the metadata'],
    [`<!DOCTYPE a [<!ENTITY x "y">]>${metadataWith(key(certificate))}`, 'document type'],
    [metadataWith(key(certificate), service('HTTP-POST')), 'HTTP-Redirect'],
    [metadataWith(''), 'no certificate'],
    [metadataWith(key('bm90IGEgY2VydA==')), 'no certificate'],
  ]
  for (const [text, message] of cases) {
    await expect(call(api.samlProviders.readMetadata, { params, body: { text } })).rejects.toMatchObject({
      status: 400,
      details: { issues: [{ path: ['body', 'text'], message: expect.stringContaining(message) }] },
    })
  }
  for (const body of [{}, { text: '', url: 'https://idp.example.org/' }])
    await expect(call(api.samlProviders.readMetadata, { params, body })).rejects.toMatchObject({
      status: 400,
    })
})
