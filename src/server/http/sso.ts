import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sessionCookie } from '../auth/sessions.ts'
import type { Service } from '../context.ts'
import { samlProviderById } from '../domain/saml-providers/queries.ts'
import { setSignInCookie } from '../domain/sessions/complete-sign-in.ts'
import { failurePath, finishSignIn } from '../domain/sso/sign-in-requests.ts'
import { DomainError } from '../errors.ts'
import { newRateLimit } from './rate-limit.ts'
import { beginRequest, browserSecret, seeOther, signedInUser, startOver } from './sso-browser.ts'
import { mountOidc } from './sso-oidc.ts'

/** Libraries for SAML and XML, which most installations never need. */
const samlSignIn = () => import('../domain/saml-providers/sign-in.ts')

/** Responses with hundreds of groups have about 100 kB. */
const MAX_RESPONSE_BYTES = 512 * 1024
/** Starts and responses per IP address, which a whole office may share. */
const MAX_PER_MINUTE = 600

/**
 * The addresses of single sign-on that browsers and providers use. All answer with redirects to pages of the dashboard,
 * and errors have one message for people there.
 */
export async function mountSso(app: FastifyInstance, service: Service): Promise<void> {
  await app.register(async (sso) => {
    const type = 'application/x-www-form-urlencoded'
    sso.addContentTypeParser(type, { parseAs: 'string', bodyLimit: MAX_RESPONSE_BYTES }, (_, text, done) =>
      done(null, new URLSearchParams(String(text))),
    )
    const limit = limiter(service)
    sso.addHook('onRequest', async (request) => limit(request))
    sso.get('/sso/finish', (request, reply) => finish(service, request, reply))
    mountSaml(sso, service)
    mountOidc(sso, service)
  })
}

function mountSaml(sso: FastifyInstance, service: Service): void {
  sso.get('/sso/saml/:id/start', async (request, reply) => {
    const provider = await samlProvider(service, request)
    if (provider === undefined) return seeOther(reply, failurePath('failed'))
    const id = await beginRequest(service, request, reply, provider)
    if (id === undefined) return startOver(reply)
    const { samlRequestUrl } = await samlSignIn()
    const address = await samlRequestUrl(service, provider, id)
    return seeOther(reply, address ?? failurePath('failed'))
  })
  sso.post('/sso/saml/:id/acs', { bodyLimit: MAX_RESPONSE_BYTES }, async (request, reply) => {
    const provider = await samlProvider(service, request)
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    if (provider === undefined) return seeOther(reply, failurePath('failed'))
    const response = form.get('SAMLResponse') ?? ''
    const { acceptSamlResponse } = await samlSignIn()
    const path = await acceptSamlResponse(service, provider, {
      response,
      relayState: form.get('RelayState') ?? '',
    })
    return seeOther(reply, path)
  })
  sso.get('/sso/saml/:id/metadata', async (request, reply) => {
    const provider = await samlProvider(service, request)
    if (provider === undefined) throw new DomainError('not_found', 'This sign-in provider doesn’t exist')
    const { samlMetadata } = await samlSignIn()
    return reply
      .type('application/samlmetadata+xml; charset=utf-8')
      .header('content-disposition', `attachment; filename="lectern-${provider.id}.xml"`)
      .send(await samlMetadata(service, provider))
  })
}

const samlProvider = (service: Service, request: FastifyRequest) =>
  samlProviderById(service.db, (request.params as { id: string }).id)

/** Opens the session in the browser that began the sign-in. */
async function finish(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { ticket } = request.query as { ticket?: unknown }
  const userId = await signedInUser(service, request)
  const browser = { secret: browserSecret(request), userId, session: request.cookies[sessionCookie] }
  const ctx = { ...service, request, requestId: request.id }
  const { path, outcome } = await finishSignIn(ctx, typeof ticket === 'string' ? ticket : '', browser)
  if (outcome === undefined) return seeOther(reply, path)
  setSignInCookie({ reply, urls: service.urls }, outcome)
  return seeOther(reply, path)
}

function limiter(service: Service): (request: FastifyRequest) => void {
  const { config, now } = service
  const rate = newRateLimit(service, 'single sign-on', config.rateLimit === 0 ? 0 : MAX_PER_MINUTE)
  return ({ ip }) => {
    const state = rate(ip, now().getTime())
    if (!state?.over) return
    const retryAfter = Math.max(1, state.resetAt - Math.floor(now().getTime() / 1000))
    throw new DomainError('rate_limited', `Too many sign-ins. Try again in ${retryAfter} s`, { retryAfter })
  }
}
