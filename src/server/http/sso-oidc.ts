import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Service } from '../context.ts'
import { oidcProviderById } from '../domain/oidc-providers/queries.ts'
import { acceptOidcCallback, newSignInSecrets, oidcRequestUrl } from '../domain/oidc-providers/sign-in.ts'
import { failurePath } from '../domain/sso/sign-in-requests.ts'
import { beginRequest, seeOther, startOver } from './sso-browser.ts'

/** The addresses of sign-in with OpenID Connect. */
export function mountOidc(sso: FastifyInstance, service: Service): void {
  sso.get('/sso/oidc/:id/start', async (request, reply) => {
    const provider = await oidcProvider(service, request)
    if (provider?.status !== 'active') return seeOther(reply, failurePath('failed'))
    const secrets = newSignInSecrets()
    const id = await beginRequest(service, request, reply, provider, secrets)
    if (id === undefined) return startOver(reply)
    return seeOther(reply, await oidcRequestUrl(service, provider, id, secrets))
  })
  sso.get('/sso/oidc/:id/callback', async (request, reply) => {
    const provider = await oidcProvider(service, request)
    if (provider === undefined) return seeOther(reply, failurePath('failed'))
    const { search } = new URL(request.url, service.urls.base)
    return seeOther(reply, await acceptOidcCallback(service, provider, new URLSearchParams(search)))
  })
}

const oidcProvider = (service: Service, request: FastifyRequest) =>
  oidcProviderById(service.db, (request.params as { id: string }).id)
