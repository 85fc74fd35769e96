import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as samlp from 'samlp'
import { newKeyWithCertificate } from '#server/auth/self-signed-certificate.ts'

/**
 * A SAML identity provider in a process of its own, with its own key: prints its address. People sign in with any name
 * and email address at `/sso`; its metadata is at `/metadata`.
 */
const DAY_MS = 86_400_000
const now = Date.now()
const { certificate: cert, privateKey: key } = await newKeyWithCertificate('login.example.org', {
  from: new Date(now - DAY_MS),
  until: new Date(now + 365 * DAY_MS),
})
const ENDPOINT = '/sso'

const server = createServer((request, response) => void handle(request, response))
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`http://127.0.0.1:${port}\n`)
})

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
  const issuer = `${url.origin}/metadata`
  if (url.pathname === '/metadata') return sendMetadata(issuer, request, response)
  if (request.method === 'GET') return sendHtml(response, loginForm(url))
  const person = new URLSearchParams(await text(request))
  sendHtml(response, await responseForm(issuer, Object.fromEntries(url.searchParams), person))
}

/** The library expects the objects of Express. */
function sendMetadata(issuer: string, request: IncomingMessage, response: ServerResponse): void {
  const options = { issuer, cert, redirectEndpointPath: ENDPOINT, postEndpointPath: ENDPOINT }
  const send = (xml: string) => void response.setHeader('content-type', 'application/xml').end(xml)
  const like = Object.assign(response, { set: () => undefined, send })
  samlp.metadata(options)(Object.assign(request, { protocol: 'http' }), like, () => undefined)
}

const sendHtml = (response: ServerResponse, html: string): void =>
  void response.setHeader('content-type', 'text/html').end(`<!doctype html><html lang="en">${html}</html>`)

const loginForm = ({ search }: URL): string => `<form method="post" action="${ENDPOINT}${escaped(search)}">
  <label>Account <input name="id"></label><label>Email <input name="email"></label>
  <label>Name <input name="name"></label><button>Sign in at the provider</button></form>`

const escaped = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** A page that posts the signed response to the service, as providers do. */
async function responseForm(
  issuer: string,
  query: Record<string, string>,
  person: URLSearchParams,
): Promise<string> {
  const request = await new Promise<{ id: string; issuer: string; assertionConsumerServiceURL: string }>(
    (resolve, reject) =>
      samlp.parseRequest({ query }, {}, (error, parsed) => (error ? reject(error) : resolve(parsed))),
  )
  const mapper = {
    getClaims: () => ({ email: person.get('email'), displayName: person.get('name') }),
    getNameIdentifier: () => ({ nameIdentifier: person.get('id') }),
  }
  const acs = request.assertionConsumerServiceURL
  const xml = await new Promise<string>((resolve, reject) =>
    samlp.getSamlResponse(
      {
        issuer,
        cert,
        key,
        audience: request.issuer,
        recipient: acs,
        destination: acs,
        inResponseTo: request.id,
        signatureAlgorithm: 'rsa-sha256',
        digestAlgorithm: 'sha256',
        profileMapper: () => mapper,
      },
      {},
      (error, result) => (error ? reject(error) : resolve(result)),
    ),
  )
  return `<body onload="document.forms[0].submit()"><form method="post" action="${escaped(acs)}">
    <input type="hidden" name="SAMLResponse" value="${Buffer.from(xml).toString('base64')}">
    <input type="hidden" name="RelayState" value="${escaped(query.RelayState ?? '')}"></form></body>`
}
