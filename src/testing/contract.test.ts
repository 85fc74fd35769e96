import { beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '#contract/route.ts'
import { errorBody } from '#contract/shared/errors.ts'
import { isAtLeast, type Role, roleNeeded, roleOnSites } from '#contract/shared/permissions.ts'
import { useTestApp } from './app.ts'
import {
  authenticated,
  callerWithPermission,
  makeWorld,
  requestFor,
  teamRole,
  type World,
} from './contract-sweep.ts'

const app = useTestApp()
let world: World

beforeAll(async () => {
  world = await makeWorld(app)
})

/** The status of an event stream, which is closed at once. */
async function openStream({ method, url, token }: ReturnType<typeof requestFor>) {
  const closing = new AbortController()
  const response = await fetch(`${await app.address()}${url}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    signal: closing.signal,
  })
  const text = response.ok ? '' : await response.text()
  closing.abort()
  return { status: response.status, text }
}

/** The role a kind of caller has on the object of a permission. */
function roleOf(kind: string, permission: string): Role | null {
  if (kind === 'guest') return null
  if (kind !== 'team-granted')
    return permission.startsWith('site.') ? roleOnSites(kind as Role) : (kind as Role)
  if (permission.startsWith('site.') || permission.startsWith('space.')) return teamRole
  return permission.startsWith('collection.') ? teamRole : null
}

/** The error status for a kind of caller, derived from the permission alone; null if allowed. */
function errorStatusOf({ permission }: Route, kind: string): number | null {
  if (permission === 'user' || permission === 'account') return null
  if (permission === 'self') return 403
  if (permission === 'system.operate') return kind === 'operator' ? null : 403
  if (kind === 'stranger' || kind === 'operator') return 404
  if (kind === 'disabled') return 403
  if (permission.startsWith('team.')) return teamErrorStatusOf(permission, kind)
  const needed = roleNeeded[permission]
  const role = roleOf(kind, permission)
  if (needed === undefined || isAtLeast(role, needed)) return null
  return role === null && !permission.startsWith('organization.') ? 404 : 403
}

/** Every member with a role, and the member of the team, may view the team; only admins and owners manage it. */
function teamErrorStatusOf(permission: string, kind: string): number | null {
  if (kind === 'guest') return 404
  return permission === 'team.view' || kind === 'admin' ? null : 403
}

describe('every implemented operation', () => {
  test.each(authenticated.map((route) => [route.id, route] as const))(
    '%s requires a valid token',
    async (_, route) => {
      for (const token of [undefined, 'lct_nobodys']) {
        const { status, headers, json } = await app.send({ ...requestFor(world, route), token })
        expect(status).toBe(401)
        expect(headers['www-authenticate']).toBe('Bearer')
        expect(errorBody.parse(json()).error.type).toBe('unauthenticated')
        expect(headers['x-request-id']).toMatch(/^req_/)
      }
    },
  )

  test.each(authenticated.map((route) => [route.id, route] as const))(
    '%s allows exactly the callers with its permission',
    async (_, route) => {
      for (const [kind, person] of world.callers) {
        const { status, text } = await (route.stream ? openStream : app.send)(
          requestFor(world, route, person),
        )
        const expected = errorStatusOf(route, kind)
        if (expected === null) expect([401, 403, 405, 500], `${kind}: ${text}`).not.toContain(status)
        else expect(status, `${kind}: ${text}`).toBe(expected)
        if (status >= 400) expect(errorBody.parse(JSON.parse(text)).error.code).toBe(status)
      }
    },
  )

  const withBody = authenticated.filter((route) => route.body && !route.bodyType)
  test.each(withBody.map((route) => [route.id, route] as const))(
    '%s rejects a body that is not a JSON object',
    async (_, route) => {
      const person = callerWithPermission(world, route)
      for (const payload of ['{', '[]', '"text"', 'null', '7']) {
        const { status, json } = await app.send(requestFor(world, route, person, payload))
        if (route.permission === 'self') expect(status).toBe(403)
        else expect([status, errorBody.parse(json()).error.type]).toEqual([400, 'invalid_json'])
      }
      const request = requestFor(world, route, person)
      const { status } = await app.send({
        ...request,
        headers: { ...request.headers, 'content-type': 'text/xml' },
      })
      expect(status).toBe(route.permission === 'self' ? 403 : 415)
    },
  )

  const lists = authenticated.filter(
    (route) => route.query && 'limit' in route.query.shape && 'page' in route.query.shape,
  )
  test.each(lists.map((route) => [route.id, route] as const))(
    '%s rejects an invalid limit and page',
    async (_, route) => {
      const person = callerWithPermission(world, route)
      for (const query of ['limit=1001', 'limit=-1', 'limit=many', 'page=%7B%7D', 'page=W10']) {
        const request = requestFor(world, route, person)
        const { status, text } = await app.send({ ...request, url: `${request.url}?${query}` })
        // A list below an object that does not exist is 404 first.
        expect([400, 404], `${query}: ${text}`).toContain(status)
        if (status === 400) expect(errorBody.parse(JSON.parse(text)).error.type).toBe('validation')
      }
    },
  )
})

test('an unsupported method on a known path is 405 with the allowed methods', async () => {
  const { status, headers } = await app.send({
    method: 'DELETE',
    url: '/v1/user',
    token: world.callers.get('admin')?.token,
  })
  expect([status, headers.allow]).toEqual([405, 'GET'])
})

test('an unknown path is 404 with the error body of the API', async () => {
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
