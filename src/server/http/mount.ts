import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type Method, pathOf, type Route } from '#contract/route.ts'
import type { Identity } from '../auth/callers.ts'
import type { Access, Caller, Context, Service } from '../context.ts'
import { writeIn } from '../db/write.ts'
import { DomainError } from '../errors.ts'
import type { Operation } from '../handle.ts'
import { ownBytes } from '../own-bytes.ts'
import { jsonOf } from '../response-json.ts'
import { authorize } from './authorize.ts'
import { type CachedAccess, newCachedAccess, subjectOf } from './cached-access.ts'
import { type CachedResponse, type CachedResponses, newCachedResponses } from './cached-responses.ts'
import { expectCleanAddress } from './clean-text.ts'
import { sendError } from './errors.ts'
import { type IdempotentRequest, idempotentRequest, markReplayed } from './idempotency.ts'
import { identify } from './identify.ts'
import { paramsOf, parseInput } from './parse-input.ts'
import { queryReaderOf } from './query.ts'
import { newRateLimit } from './rate-limit.ts'
import { authorizeReader, identifyReader, readingTokenOf } from './reading-tokens.ts'
import { expectOwnSocket, socketHandler } from './sockets.ts'

const MEBIBYTE = 1024 * 1024
const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The result of authentication and authorization, before the body is read. */
type Admission = {
  readonly caller: Caller
  readonly access: Access
  readonly params: Record<string, string>
  readonly stamp: number
}

type RateLimiter = ReturnType<typeof newRateLimit>

/** State that all operations share. */
type SharedState = {
  readonly rate: RateLimiter
  readonly responses: CachedResponses
  readonly accesses: CachedAccess
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the body has to be, if not JSON. */
    bodyType?: string
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Mounts every operation that has a handler; other methods of its path return 405. */
export function mountOperations(app: FastifyInstance, service: Service, mounted: readonly Operation[]): void {
  const rate = newRateLimit(service, 'api', service.config.rateLimit)
  const admissions = new WeakMap<FastifyRequest, Admission>()
  const state = { rate, responses: newCachedResponses(), accesses: newCachedAccess() }
  for (const one of mounted) app.route(routeOptions(service, one, admissions, state))
  for (const [url, present] of methodsByUrl(mounted)) {
    const missing = methods.filter((method) => !present.includes(method))
    const allow = present.join(', ')
    if (missing.length > 0)
      app.route({ method: missing, url, handler: (_, reply) => refuseMethod(reply, allow) })
  }
}

const refuseMethod = (reply: FastifyReply, allow: string) =>
  sendError(reply.header('allow', allow), {
    type: 'method_not_allowed',
    message: `This address only accepts ${allow}`,
  })

function methodsByUrl(mounted: readonly Operation[]): Map<string, Method[]> {
  const byUrl = new Map<string, Method[]>()
  for (const { route } of mounted) byUrl.set(urlOf(route), [...(byUrl.get(urlOf(route)) ?? []), route.method])
  return byUrl
}

/** `*rest` of the contract is Fastify's `*`. */
const urlOf = (route: Route): string => pathOf(route).replace(/\*\w+$/, '*')

function routeOptions(
  service: Service,
  { route, handler, socket }: Operation,
  admissions: WeakMap<FastifyRequest, Admission>,
  state: SharedState,
): RouteOptions {
  const readQuery = queryReaderOf(route.query)
  const { responses } = state
  const isCached = responses.has(route)
  const admissionOf = (request: FastifyRequest): Admission => {
    const admission = admissions.get(request)
    if (admission === undefined) throw new Error('A request was handled that was not admitted')
    return admission
  }
  return {
    method: route.method,
    url: urlOf(route),
    bodyLimit: route.bodyLimit ?? MEBIBYTE,
    config: route.bodyType === undefined ? {} : { bodyType: route.bodyType },
    onRequest: async (request, reply) => {
      const admission = await admit(service, route, request, reply, state)
      if (request.ws) expectOwnSocket(request, admission.caller)
      admissions.set(request, admission)
    },
    ...(socket === undefined ? {} : { wsHandler: socketHandler(service, route, socket, admissionOf) }),
    handler: async (request, reply) => {
      const admission = admissionOf(request)
      const { stamp, access, caller } = admission
      const key = { organizationId: access.organizationId, userId: caller.userId, url: request.url, stamp }
      const cached = isCached ? responses.get(key) : undefined
      if (cached !== undefined) return sendCached(reply, cached)
      const input = parseInput(route, readQuery, request, admission.params)
      const once = isRepeatable(admission)
        ? await idempotentRequest(service, route, request, admission.caller.userId)
        : null
      if (once !== null)
        return handleOnce(once, reply, route, () =>
          handler(contextOf(service, request, reply, admission, once), input),
        )
      const answer = await handler(contextOf(service, request, reply, admission), input)
      if (!isCached || stamp === 0) return send(route, reply, answer)
      const text = ownBytes(Buffer.from(JSON.stringify(answer)))
      const response = { text, version: versionIn(answer) }
      responses.set(key, response)
      return sendCached(reply, response)
    },
  }
}

function sendCached(reply: FastifyReply, { text, version }: CachedResponse): FastifyReply {
  if (version !== undefined) reply.header('etag', `"${version}"`)
  return reply.type(JSON_TYPE).send(text)
}

/** Tokens for published sites cannot write, so their requests need no idempotency. */
const isRepeatable = ({ caller }: Admission): boolean => caller.reader === undefined

/** Executes a request with an idempotency key, or returns the stored response. */
async function handleOnce(
  once: IdempotentRequest,
  reply: FastifyReply,
  route: Route,
  act: () => Promise<unknown>,
): Promise<FastifyReply> {
  if (once.replay !== undefined) {
    const { answer } = once.replay
    return send(route, markReplayed(reply), answer === null ? undefined : JSON.parse(answer))
  }
  let answer: unknown
  try {
    answer = await act()
  } catch (error) {
    await once.refused()
    throw error
  }
  if (!route.secret) await once.answered(route.status, jsonOf(answer)?.toString() ?? null)
  return send(route, reply, answer)
}

const ANONYMOUS: Caller = {
  userId: '',
  email: '',
  displayName: '',
  photoUrl: null,
  credential: { kind: 'session', id: '' },
  readOnly: true,
}

const ANONYMOUS_IDENTITY: Identity = {
  caller: ANONYMOUS,
  lastUsedAt: null,
  membership: undefined,
  stamp: 0,
}

/** Authentication, rate limit and permission, all before the body is read. */
async function admit(
  service: Service,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  { rate, accesses }: SharedState,
): Promise<Admission> {
  expectCleanAddress(request.url)
  const open = route.permission === 'anyone'
  const reader = open ? null : readingTokenOf(request)
  if (reader !== null) return admitReader(service, route, request, reply, { token: reader, rate })
  const inPath = request.params as Record<string, string | undefined>
  const { organizationId } = inPath
  const subject = open ? undefined : subjectOf(route, inPath)
  const home = organizationId ?? (subject && accesses.organizationOf(subject))
  const identity = open
    ? ANONYMOUS_IDENTITY
    : await identify(service, request, home, route.readOnly || undefined)
  const { caller, membership, stamp } = identity
  // Per person: further tokens and sessions do not raise the limit.
  expectWithinLimit(reply, rate, open ? request.ip : caller.userId, service.now())
  const params = paramsOf(route, request)
  const known = subject && { route, subject, identity, organizationId: home }
  if (known !== undefined && home !== undefined) {
    const access = await accesses.get(service.db, { ...known, organizationId: home })
    if (access !== undefined) return { caller, access, params, stamp }
  }
  const access = await authorize(service.db, caller, route.permission, params, {
    deletedToo: route.includesTrash ?? false,
    config: service.config,
    ...(organizationId === undefined || open ? {} : { known: { organizationId, membership } }),
  })
  return { caller, access, params, stamp: known === undefined ? stamp : accesses.set(known, access) }
}

/** The same for a token that reads a published site for a visitor. */
async function admitReader(
  service: Service,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, rate }: { readonly token: string; readonly rate: RateLimiter },
): Promise<Admission> {
  const found = await identifyReader(service, token)
  expectWithinLimit(reply, rate, found.caller.credential.id, service.now())
  const params = paramsOf(route, request)
  const access = await authorizeReader(service.db, found, route, params)
  return { caller: found.caller, access, params, stamp: 0 }
}

function expectWithinLimit(reply: FastifyReply, rate: RateLimiter, key: string, now: Date): void {
  const state = rate(key, now.getTime())
  if (state === null) return
  reply.header('x-ratelimit-limit', state.limit)
  reply.header('x-ratelimit-remaining', state.remaining)
  reply.header('x-ratelimit-reset', state.resetAt)
  if (!state.over) return
  const retryAfter = Math.max(1, state.resetAt - Math.floor(now.getTime() / 1000))
  throw new DomainError('rate_limited', `Too many requests. Try again in ${retryAfter} s`, { retryAfter })
}

function contextOf(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  admission: Admission,
  once?: IdempotentRequest,
): Context {
  return {
    ...service,
    caller: admission.caller,
    access: admission.access,
    requestId: request.id,
    stamp: admission.stamp,
    ifMatch: versionOf(request.headers['if-match']),
    write: (act) =>
      writeIn(service.db, async (tx) => {
        const result = await act(tx)
        await once?.written(tx)
        return result
      }),
    request,
    reply,
  }
}

/** `"7"` → 7; `*` and nothing mean any version; anything else matches no version. */
function versionOf(header: string | undefined): number | null {
  if (header === undefined || header === '*') return null
  const version = /^(?:W\/)?"(\d{1,15})"$/.exec(header)?.[1]
  return version === undefined ? -1 : Number(version)
}

/** RFC 7240, 4.2: a client that knows what it changed asks for no body. */
const wantsNoBody = ({ method }: Route, { headers }: FastifyRequest): boolean =>
  method === 'PATCH' && /(?:^|,)\s*return\s*=\s*"?minimal"?\s*(?:[,;]|$)/i.test(String(headers.prefer ?? ''))

/** The version of a single object in a response. */
function versionIn(answer: unknown): number | undefined {
  const { version } = (answer ?? {}) as { version?: unknown }
  return typeof version === 'number' ? version : undefined
}

function send(route: Route, reply: FastifyReply, answer: unknown): FastifyReply {
  if (reply.sent) return reply
  reply.code(route.status)
  if (route.responseType !== undefined) return reply.type(route.responseType).send(answer)
  if (route.status === 204) return reply.send()
  if (route.status === 205) return reply.header('content-length', '0').send()
  const version = versionIn(answer)
  const { urls } = (answer ?? {}) as { urls?: { location?: string } }
  if (version !== undefined) reply.header('etag', `"${version}"`)
  if (wantsNoBody(route, reply.request)) {
    return reply.code(204).header('preference-applied', 'return=minimal').send()
  }
  if (route.status === 201 && urls?.location !== undefined) reply.header('location', urls.location)
  return reply.type(JSON_TYPE).send(jsonOf(answer))
}
