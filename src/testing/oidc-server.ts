import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** A person at the provider, by the name they sign in with. */
export type OidcPerson = {
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly groups?: readonly string[]
}

/** A real OpenID Connect provider on this machine. Its sign-in form accepts any password. */
export type OidcServer = {
  readonly issuer: string
  /** Claims by sign-in name; can be changed at any time. */
  readonly people: Map<string, OidcPerson>
  readonly stop: () => Promise<void>
}

/** @param port 0 for a free one */
export async function startOidcServer(port = 0): Promise<OidcServer> {
  const people = new Map<string, OidcPerson>()
  let provider: Provider | undefined
  const server = createServer((request, response) => provider?.callback()(request, response))
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  provider = new Provider(issuer, configurationOf(people))
  return {
    issuer,
    people,
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** The provider sends most claims from its userinfo endpoint, as many do. Clients register themselves. */
const configurationOf = (people: ReadonlyMap<string, OidcPerson>) => ({
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['name'],
    groups: ['groups'],
  },
  scopes: ['openid', 'email', 'profile', 'groups'],
  clientDefaults: { grant_types: ['authorization_code'], response_types: ['code'] },
  features: {
    registration: { enabled: true },
    devInteractions: { enabled: true },
  },
  cookies: { keys: ['only for tests'] },
  findAccount: (_: unknown, id: string) => ({
    accountId: id,
    claims: async () => ({ sub: id, ...people.get(id) }),
  }),
})

/** Registers Lectern at the provider, as its admin would. */
export async function registerClient(
  issuer: string,
  redirectUri: string,
): Promise<{ clientID: string; clientSecret: string }> {
  const response = await fetch(`${issuer}/reg`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [redirectUri], scope: 'openid email profile groups' }),
  })
  if (!response.ok) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
  const client = (await response.json()) as { client_id: string; client_secret: string }
  return { clientID: client.client_id, clientSecret: client.client_secret }
}

/** Signs a person in at the provider as a browser would, and returns the address it redirects back to. */
export async function signInAtProvider(address: string, login: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = address
  let form: URLSearchParams | null = null
  for (let steps = 0; steps < 20; steps++) {
    const response: Response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === null ? {} : { method: 'POST', body: form }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    const page = await response.text()
    if (location !== null) {
      form = null
      url = new URL(location, url).href
      if (!url.startsWith(new URL(address).origin)) return url
    } else {
      const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
      if (action === undefined || prompt === undefined)
        throw new Error(`The provider shows no form: ${page.replace(/<[^>]*>/g, ' ').slice(0, 500)}`)
      url = new URL(action, url).href
      form = new URLSearchParams({ prompt, login, password: 'any' })
    }
  }
  throw new Error('The provider redirects for ever')
}
