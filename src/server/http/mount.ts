import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import { type Method, pathOf, type Route } from '#contract/route.ts'
import type { Issue } from '#contract/shared/errors.ts'
import type { Access, Caller, Context, Service } from '../context.ts'
import { writeIn } from '../db/write.ts'
import { DomainError, notFound } from '../errors.ts'
import type { Operation } from '../handle.ts'
import { jsonOf } from '../response-json.ts'
import { authorize } from './authorize.ts'
import { type CachedLists, newCachedLists } from './cached-lists.ts'
import { expectCleanAddress } from './clean-text.ts'
import { sendError } from './errors.ts'
import { type IdempotentRequest, idempotentRequest, markReplayed } from './idempotency.ts'
import { identify } from './identify.ts'
import { type QueryReader, queryReaderOf } from './query.ts'
import { newRateLimit } from './rate-limit.ts'
import { authorizeReader, identifyReader, readingTokenOf } from './reading-tokens.ts'

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
type SharedState = { readonly rate: RateLimiter; readonly lists: CachedLists }

const JSON_TYPE = 'application/json; charset=utf-8'

/** Mounts every operation that has a handler; other methods of its path return 405. */
export function mountOperations(app: FastifyInstance, service: Service, mounted: readonly Operation[]): void {
  const rate = newRateLimit(service, 'api', service.config.rateLimit)
  const admissions = new WeakMap<FastifyRequest, Admission>()
  const lists = newCachedLists()
  for (const one of mounted) app.route(routeOptions(service, one, admissions, { rate, lists }))
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
    message: `This address takes ${allow}`,
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
  { route, handler }: Operation,
  admissions: WeakMap<FastifyRequest, Admission>,
  { rate, lists }: SharedState,
): RouteOptions {
  const readQuery = queryReaderOf(route.query)
  return {
    method: route.method,
    url: urlOf(route),
    bodyLimit: route.bodyLimit ?? MEBIBYTE,
    onRequest: async (request, reply) => {
      admissions.set(request, await admit(service, route, request, reply, rate))
    },
    handler: async (request, reply) => {
      const admission = admissions.get(request)
      if (admission === undefined) throw new Error('A request was handled that was not admitted')
      const listKey = { userId: admission.caller.userId, url: request.url, stamp: admission.stamp }
      const cached = lists.has(route) ? lists.get(listKey) : undefined
      if (cached !== undefined) return reply.type(JSON_TYPE).send(cached)
      const input = parseInput(route, readQuery, request, admission.params)
      const once = isRepeatable(admission)
        ? await idempotentRequest(service, route, request, admission.caller.userId)
        : null
      if (once !== null)
        return handleOnce(once, reply, route, () =>
          handler(contextOf(service, request, reply, admission, once), input),
        )
      const answer = await handler(contextOf(service, request, reply, admission), input)
      if (!lists.has(route)) return send(route, reply, answer)
      const text = Buffer.from(JSON.stringify(answer))
      lists.set(listKey, text)
      return reply.type(JSON_TYPE).send(text)
    },
  }
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
  if (!route.secret) await once.answered(route.status, answer === undefined ? null : JSON.stringify(answer))
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

const ANONYMOUS_IDENTITY = { caller: ANONYMOUS, membership: undefined, stamp: 0 }

/** Authentication, rate limit and permission, all before the body is read. */
async function admit(
  service: Service,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  rate: RateLimiter,
): Promise<Admission> {
  expectCleanAddress(request.url)
  const open = route.permission === 'anyone'
  const reader = open ? null : readingTokenOf(request)
  if (reader !== null) return admitReader(service, route, request, reply, { token: reader, rate })
  const organizationId = (request.params as Record<string, string | undefined>).organizationId
  const { caller, membership, stamp } = open
    ? ANONYMOUS_IDENTITY
    : await identify(service, request, organizationId, route.readOnly || undefined)
  // Per person: further tokens and sessions do not raise the limit.
  expectWithinLimit(reply, rate, open ? request.ip : caller.userId, service.now())
  const params = paramsOf(route, request)
  const access = await authorize(service.db, caller, route.permission, params, {
    deletedToo: route.includesTrash ?? false,
    config: service.config,
    ...(organizationId === undefined || open ? {} : { known: { organizationId, membership } }),
  })
  return { caller, access, params, stamp }
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

/** Invalid path parameters cannot identify an object: 404. */
function paramsOf(route: Route, request: FastifyRequest): Record<string, string> {
  if (route.params === undefined) return {}
  const values: Record<string, unknown> = { ...(request.params as Record<string, unknown>) }
  const rest = /\*(\w+)$/.exec(route.path)?.[1]
  if (rest !== undefined) values[rest] = values['*']
  const parsed = route.params.safeParse(values)
  if (!parsed.success) throw notFound('object at', request.url.split('?')[0] ?? '')
  return parsed.data as Record<string, string>
}

function parseInput(
  route: Route,
  readQuery: QueryReader,
  request: FastifyRequest,
  params: Record<string, string>,
) {
  const issues: Issue[] = []
  const query = route.query
    ? parsed(route.query, readQuery(request.query as Record<string, unknown>), 'query', issues)
    : undefined
  const body =
    route.body && route.bodyType === undefined
      ? parsed(route.body, bodyOf(route, request), 'body', issues)
      : request
  if (issues.length > 0) {
    throw new DomainError('validation', issues[0]?.message ?? 'The request is not valid', { issues })
  }
  return { params, query, body } as never
}

function bodyOf(route: Route, request: FastifyRequest): unknown {
  if (request.body === undefined || request.body === null) {
    if (route.bodyOptional && request.body === undefined) return {}
    throw new DomainError('invalid_json', 'Send a JSON object as the body')
  }
  if (typeof request.body !== 'object' || Array.isArray(request.body)) {
    throw new DomainError('invalid_json', 'The body must be a JSON object')
  }
  return request.body
}

function parsed(schema: z.ZodType, value: unknown, part: string, issues: Issue[]): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  for (const { path, message } of result.error.issues.slice(0, 50)) {
    issues.push({
      path: [part, ...path.map((step) => (typeof step === 'symbol' ? String(step) : step))],
      message,
    })
  }
  return undefined
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

function send(route: Route, reply: FastifyReply, answer: unknown): FastifyReply {
  if (reply.sent) return reply
  reply.code(route.status)
  if (route.responseType !== undefined) return reply.type(route.responseType).send(answer)
  if (route.status === 204) return reply.send()
  if (route.status === 205) return reply.header('content-length', '0').send()
  const { version, urls } = (answer ?? {}) as { version?: unknown; urls?: { location?: string } }
  if (typeof version === 'number') reply.header('etag', `"${version}"`)
  if (wantsNoBody(route, reply.request)) {
    return reply.code(204).header('preference-applied', 'return=minimal').send()
  }
  if (route.status === 201 && urls?.location !== undefined) reply.header('location', urls.location)
  return reply.type(JSON_TYPE).send(jsonOf(answer))
}
