import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Service } from '../context.ts'
import { scimTokenBySecret, touchScimToken } from '../domain/scim-tokens/queries.ts'
import { DomainError } from '../errors.ts'
import { type Attributes, isAttributes } from '../scim/attributes.ts'
import type { ScimContext } from '../scim/context.ts'
import { resourceTypes, schemas, serviceProviderConfig } from '../scim/discovery.ts'
import { errorBody, fromDomainError, notFound, ScimError } from '../scim/errors.ts'
import { parseFilter } from '../scim/filter.ts'
import { groupById, groupRange } from '../scim/group-queries.ts'
import { createGroup, deleteGroup, patchGroup, replaceGroup } from '../scim/groups.ts'
import { isSameVersion } from '../scim/input.ts'
import { listResponse, rangeOf } from '../scim/paging.ts'
import { presentGroup, presentUser, type Resource, selectAttributes } from '../scim/resources.ts'
import { userById, userRange } from '../scim/user-queries.ts'
import { createUser, deleteUser, patchUser, replaceUser } from '../scim/users.ts'
import { expectCleanAddress, expectCleanText } from './clean-text.ts'
import { parseJson } from './json-depth.ts'
import { newRateLimit } from './rate-limit.ts'

const MEDIA_TYPE = 'application/scim+json; charset=utf-8'

type Query = Readonly<Record<string, string | undefined>>

/** The operations on one type of resource. */
type Endpoint = {
  readonly path: 'Users' | 'Groups'
  readonly kind: string
  readonly list: (ctx: ScimContext, query: Query) => Promise<{ resources: Resource[]; total: number }>
  readonly get: (ctx: ScimContext, id: string) => Promise<Resource | null>
  readonly create: (ctx: ScimContext, body: Attributes) => Promise<Resource>
  readonly replace: (ctx: ScimContext, id: string, body: Attributes) => Promise<Resource>
  readonly patch: (ctx: ScimContext, id: string, body: Attributes) => Promise<Resource>
  readonly remove: (ctx: ScimContext, id: string) => Promise<void>
}

const filterIn = ({ filter }: Query) => (filter === undefined ? [] : parseFilter(filter))
const placeOf = ({ urls, organizationId }: ScimContext) => ({ base: urls.base, organizationId })

const users: Endpoint = {
  path: 'Users',
  kind: 'User',
  async list(ctx, query) {
    const { rows, total } = await userRange(ctx.db, ctx.organizationId, filterIn(query), rangeOf(query))
    return { total, resources: rows.map((row) => presentUser(row, placeOf(ctx))) }
  },
  async get(ctx, id) {
    const row = await userById(ctx.db, ctx.organizationId, id)
    return row === undefined ? null : presentUser(row, placeOf(ctx))
  },
  create: createUser,
  replace: replaceUser,
  patch: patchUser,
  remove: deleteUser,
}

const groups: Endpoint = {
  path: 'Groups',
  kind: 'Group',
  async list(ctx, query) {
    const { rows, total } = await groupRange(ctx.db, ctx.organizationId, filterIn(query), rangeOf(query))
    return { total, resources: rows.map((row) => presentGroup(row, placeOf(ctx))) }
  },
  async get(ctx, id) {
    const row = await groupById(ctx.db, ctx.organizationId, id)
    return row === undefined ? null : presentGroup(row, placeOf(ctx))
  },
  create: createGroup,
  replace: replaceGroup,
  patch: patchGroup,
  remove: deleteGroup,
}

/** Mounts SCIM 2.0 below `/scim/v2/{organizationId}` (RFC 7644), with its own errors and media type. */
export async function mountScim(app: FastifyInstance, service: Service): Promise<void> {
  await app.register(
    async (scope) => {
      acceptScimJson(scope)
      scope.setErrorHandler(handleScimError)
      const contexts = new WeakMap<FastifyRequest, ScimContext>()
      const rate = newRateLimit(service, 'scim', service.config.rateLimit)
      scope.addHook('onRequest', async (request, reply) => {
        contexts.set(request, await admit(service, request, reply, rate))
      })
      const contextOf = (request: FastifyRequest): ScimContext => {
        const ctx = contexts.get(request)
        if (ctx === undefined) throw new Error('A request was handled that was not admitted')
        return ctx
      }
      for (const endpoint of [users, groups]) mountEndpoint(scope, endpoint, contextOf)
      mountDiscovery(scope, contextOf)
      scope.all('/*', async (request) => {
        throw new ScimError(404, `${pathOf(request)} does not exist, or does not support ${request.method}`)
      })
    },
    { prefix: '/scim/v2/:organizationId' },
  )
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0]?.slice(0, 200) ?? ''

function acceptScimJson(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  const types = ['application/scim+json', 'application/json']
  scope.addContentTypeParser(types, { parseAs: 'string' }, (_, body, done) => {
    try {
      const parsed = parseJson(body.toString())
      expectCleanText(parsed)
      done(null, parsed)
    } catch (error) {
      done(
        error instanceof DomainError
          ? error
          : new ScimError(400, 'The body isn’t valid JSON', 'invalidSyntax'),
      )
    }
  })
}

/** Authentication and rate limit, before the body is read. */
async function admit(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  rate: ReturnType<typeof newRateLimit>,
): Promise<ScimContext> {
  reply.type(MEDIA_TYPE)
  expectCleanAddress(request.url)
  const { organizationId = '' } = request.params as Record<string, string | undefined>
  const [scheme, secret] = (request.headers.authorization ?? '').split(' ')
  const token =
    scheme?.toLowerCase() === 'bearer' && secret
      ? await scimTokenBySecret(service.db, organizationId, secret)
      : undefined
  if (token === undefined)
    throw new ScimError(
      401,
      'Send a provisioning token of this organization in Authorization: Bearer <token>',
    )
  const now = service.now()
  const state = rate(token.id, now.getTime())
  if (state?.over) {
    reply.header('retry-after', Math.max(1, state.resetAt - Math.floor(now.getTime() / 1000)))
    throw new ScimError(429, 'Too many requests. Try again later')
  }
  await touchScimToken(service.db, token, now)
  const ifMatch = request.headers['if-match']
  return { ...service, organizationId, token, requestId: request.id, ifMatch }
}

type ContextOf = (request: FastifyRequest) => ScimContext

function mountEndpoint(scope: FastifyInstance, endpoint: Endpoint, contextOf: ContextOf): void {
  const { path, kind } = endpoint
  scope.get(`/${path}`, async (request) => {
    const query = queryOf(request)
    const { resources, total } = await endpoint.list(contextOf(request), query)
    const selected = resources.map((resource) => selectAttributes(resource, query))
    return listResponse(selected, total, rangeOf(query))
  })
  scope.get(`/${path}/:id`, async (request, reply) => {
    const id = idOf(request)
    const resource = await endpoint.get(contextOf(request), id)
    if (resource === null) throw notFound(kind, id)
    const known = request.headers['if-none-match']
    if (known !== undefined && isSameVersion(known, resource.meta.version)) {
      return reply.code(304).header('etag', resource.meta.version).send()
    }
    return send(request, reply, resource)
  })
  scope.post(`/${path}`, async (request, reply) => {
    const resource = await endpoint.create(contextOf(request), bodyOf(request))
    return send(request, reply.code(201).header('location', resource.meta.location), resource)
  })
  scope.put(`/${path}/:id`, async (request, reply) =>
    send(request, reply, await endpoint.replace(contextOf(request), idOf(request), bodyOf(request))),
  )
  scope.patch(`/${path}/:id`, async (request, reply) =>
    send(request, reply, await endpoint.patch(contextOf(request), idOf(request), bodyOf(request))),
  )
  scope.delete(`/${path}/:id`, async (request, reply) => {
    await endpoint.remove(contextOf(request), idOf(request))
    return reply.code(204).send()
  })
}

const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id

function queryOf({ query }: FastifyRequest): Query {
  const entries = Object.entries(query as Record<string, unknown>)
  // A parameter that is sent twice counts once.
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]))
}

function bodyOf({ body }: FastifyRequest): Attributes {
  if (!isAttributes(body)) throw new ScimError(400, 'Send a JSON object as the body', 'invalidSyntax')
  return body
}

const send = (request: FastifyRequest, reply: FastifyReply, resource: Resource): FastifyReply =>
  reply.header('etag', resource.meta.version).send(selectAttributes(resource, queryOf(request)))

function mountDiscovery(scope: FastifyInstance, contextOf: ContextOf): void {
  scope.get('/ServiceProviderConfig', async (request) => serviceProviderConfig(placeOf(contextOf(request))))
  const lists = { ResourceTypes: resourceTypes, Schemas: schemas }
  for (const [path, itemsOf] of Object.entries(lists)) {
    scope.get(`/${path}`, async (request) => {
      // RFC 7644, 4: discovery cannot be filtered.
      if (queryOf(request).filter !== undefined) throw new ScimError(403, `${path} cannot be filtered`)
      const items = itemsOf(placeOf(contextOf(request)))
      return listResponse(items, items.length, { offset: 0, limit: items.length })
    })
    scope.get(`/${path}/:id`, async (request) => {
      const item = itemsOf(placeOf(contextOf(request))).find(({ id }) => id === idOf(request))
      if (item === undefined) throw notFound(path, idOf(request).slice(0, 100))
      return item
    })
  }
}

function handleScimError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const known = knownError(error)
  if (known === null) request.log.error({ err: error }, 'request failed')
  const shown = known ?? new ScimError(500, `Something went wrong on the server (${request.id})`)
  if (shown.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(shown.status)
    .type(MEDIA_TYPE)
    .send(JSON.stringify(errorBody(shown)))
}

function knownError(error: FastifyError | Error): ScimError | null {
  if (error instanceof ScimError) return error
  if (error instanceof DomainError) return fromDomainError(error)
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return new ScimError(413, 'The body is larger than 1 MB')
  if (status === 415) return new ScimError(415, 'Send the body as application/scim+json')
  return status === 400 ? new ScimError(400, 'The request isn’t valid', 'invalidSyntax') : null
}
