import { beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { addressOf } from '#contract/client.ts'
import type { Route } from '#contract/route.ts'
import { errorBody } from '#contract/shared/errors.ts'
import { isAtLeast, type Role, roleNeeded, roles } from '#contract/shared/permissions.ts'
import { operations } from '#server/http/operations.ts'
import { type Person, useTestApp } from './app.ts'

const app = useTestApp()
const routes = operations.map(({ route }) => route)
const guarded = routes.filter(({ permission }) => permission !== 'anyone')

type World = {
  readonly params: Readonly<Record<string, string>>
  readonly callers: ReadonlyMap<string, Person>
}
let world: World

beforeAll(async () => {
  world = await makeWorld()
})

/** An organization with one of everything, and somebody of every kind who may call. */
async function makeWorld(): Promise<World> {
  const { organizationId, admin } = await app.anOrganization()
  const { admin: stranger } = await app.anOrganization('Elsewhere')
  const callers = new Map<string, Person>([['stranger', stranger]])
  for (const role of roles) callers.set(role, await app.aMember(organizationId, role))
  callers.set('guest', await app.aMember(organizationId, null))
  const disabled = await app.aMember(organizationId, 'admin')
  callers.set('disabled', disabled)
  await app.db.updateTable('member').set({ disabled: true }).where('user_id', '=', disabled.userId).execute()
  const call = app.as(admin)
  const inOrganization = { params: { organizationId } }
  const collection = await call(api.collections.create, { ...inOrganization, body: { title: 'Shelf' } })
  const space = await call(api.spaces.create, { ...inOrganization, body: { title: 'Space' } })
  const other = await call(api.spaces.create, { ...inOrganization, body: { title: 'Other' } })
  const site = await call(api.sites.create, {
    ...inOrganization,
    body: { title: 'Site', spaces: [space.id] },
  })
  const inSite = { organizationId, siteId: site.id }
  const section = await call(api.siteSections.create, {
    params: inSite,
    body: { spaceId: other.id, title: 'Section' },
  })
  const group = await call(api.siteSectionGroups.create, { params: inSite, body: { title: 'Group' } })
  const siteSpaces = await call(api.siteSpaces.list, { params: inSite })
  const { changes } = await call(api.spaceContent.edit, {
    params: { spaceId: space.id },
    body: { changes: [{ operation: 'insert_page', title: 'Page', document: { markdown: 'Text' } }] },
  })
  const [page] = changes.flatMap((change) => (change.object === 'created_page' ? [change.page.id] : []))
  return {
    callers,
    params: {
      organizationId,
      collectionId: collection.id,
      spaceId: space.id,
      siteId: site.id,
      siteSectionId: section.id,
      siteSectionGroupId: group.id,
      siteSpaceId: siteSpaces.items.at(-1)?.id ?? '',
      userId: admin.userId,
      pageId: page ?? '',
      pagePath: 'page',
      revisionId: space.revision,
      fileId: 'nosuchfile',
      tokenId: 'nosuchtoken',
      importRunId: 'nosuchrun',
      link: 'x'.repeat(32),
      emailDomain: 'example.org',
    },
  }
}

const requestFor = (
  route: Route,
  person?: Person,
  payload = '{"title": {}, "changes": 7, "position": 7}',
) => ({
  method: route.method,
  url: addressOf(route, world.params),
  token: person?.token,
  headers: {
    ...(route.body && !route.bodyType ? { 'content-type': 'application/json' } : {}),
    // A version that is never there: what deletes or moves is refused after the permission was looked at.
    ...(route.versioned ? { 'if-match': '"999999"' } : {}),
  },
  ...(route.body && !route.bodyType ? { payload } : {}),
})

/** What the door answers a caller of one kind who may not: by the permission alone. */
function refusalOf(route: Route, kind: string): number | null {
  const { permission } = route
  if (permission === 'user') return null
  if (permission === 'self') return 403
  if (kind === 'stranger') return 404
  if (kind === 'disabled') return 403
  const needed = roleNeeded[permission]
  const role = kind === 'guest' ? null : (kind as Role)
  if (needed === undefined || isAtLeast(role, needed)) return null
  return role === null && !permission.startsWith('organization.') ? 404 : 403
}

describe('every operation that works', () => {
  test.each(guarded.map((route) => [route.id, route] as const))(
    '%s refuses who has no valid token',
    async (_, route) => {
      for (const token of [undefined, 'lct_nobodys']) {
        const { status, headers, json } = await app.send({ ...requestFor(route), token })
        expect(status).toBe(401)
        expect(headers['www-authenticate']).toBe('Bearer')
        expect(errorBody.parse(json()).error.type).toBe('unauthenticated')
        expect(headers['x-request-id']).toMatch(/^req_/)
      }
    },
  )

  test.each(guarded.map((route) => [route.id, route] as const))(
    '%s lets in exactly whom it names',
    async (_, route) => {
      for (const [kind, person] of world.callers) {
        const { status, text } = await app.send(requestFor(route, person))
        const refusal = refusalOf(route, kind)
        if (refusal === null) expect([401, 403, 405, 500], `${kind}: ${text}`).not.toContain(status)
        else expect(status, `${kind}: ${text}`).toBe(refusal)
        if (status >= 400) expect(errorBody.parse(JSON.parse(text)).error.code).toBe(status)
      }
    },
  )

  const withBody = guarded.filter((route) => route.body && !route.bodyType)
  test.each(withBody.map((route) => [route.id, route] as const))(
    '%s refuses what is not a JSON object',
    async (_, route) => {
      const person = world.callers.get('admin')
      for (const payload of ['{', '[]', '"text"', 'null', '7']) {
        const { status, json } = await app.send(requestFor(route, person, payload))
        if (route.permission === 'self') expect(status).toBe(403)
        else expect([status, errorBody.parse(json()).error.type]).toEqual([400, 'invalid_json'])
      }
      const request = requestFor(route, person)
      const { status } = await app.send({
        ...request,
        headers: { ...request.headers, 'content-type': 'text/xml' },
      })
      expect(status).toBe(route.permission === 'self' ? 403 : 415)
    },
  )

  const lists = guarded.filter((route) => route.query && 'page' in route.query.shape)
  test.each(lists.map((route) => [route.id, route] as const))(
    '%s refuses a limit and a page that cannot be',
    async (_, route) => {
      const person = world.callers.get('admin')
      for (const query of ['limit=1001', 'limit=-1', 'limit=many', 'page=%7B%7D', 'page=W10']) {
        const request = requestFor(route, person)
        const { status, text } = await app.send({ ...request, url: `${request.url}?${query}` })
        // A list below something that is not there says so first.
        expect([400, 404], `${query}: ${text}`).toContain(status)
        if (status === 400) expect(errorBody.parse(JSON.parse(text)).error.type).toBe('validation')
      }
    },
  )
})

test('another method on a known path is 405 with what it takes', async () => {
  const { status, headers } = await app.send({
    method: 'DELETE',
    url: '/v1/user',
    token: world.callers.get('admin')?.token,
  })
  expect([status, headers.allow]).toEqual([405, 'GET'])
})

test('an unknown path is 404 in the one shape of refusals', async () => {
  const { status, json } = await app.send({ method: 'GET', url: '/v1/nothing' })
  expect([status, errorBody.parse(json()).error.type]).toEqual([404, 'not_found'])
})

test('a body over the limit is 413', async () => {
  const payload = JSON.stringify({ title: 'x'.repeat(1_100_000) })
  const { status } = await app.send({
    method: 'PATCH',
    url: `/v1/orgs/${world.params.organizationId}`,
    token: world.callers.get('admin')?.token,
    headers: { 'content-type': 'application/json' },
    payload,
  })
  expect(status).toBe(413)
})
