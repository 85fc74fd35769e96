import { expect, test } from 'vitest'
import { z } from 'zod'
import { allRoutes } from './api.ts'
import { nameOf, pathOf, type Route } from './route.ts'
import { roleNeeded } from './shared/permissions.ts'

/** Ids of the operations that break a rule. */
const breaking = (keeps: (route: Route) => boolean) =>
  allRoutes.filter((route) => !keeps(route)).map(({ id }) => id)

/** JSON Schema of one part; throws when the schema cannot be printed. */
const printed = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, target: 'draft-2020-12' })

/** JSON Schema of an answer as text, without its inner parts when they stand elsewhere. */
const answerOf = (route: Route | undefined): string =>
  route?.response === undefined ? '' : JSON.stringify(printed(route.response, 'output'))

const repeated = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index)
const sorted = (names: readonly (string | undefined)[]) => JSON.stringify(names.toSorted())

test('operation ids are unique', () => {
  expect(allRoutes.length).toBeGreaterThan(200)
  expect(repeated(allRoutes.map(({ id }) => id))).toEqual([])
})

test('method and path are unique, whatever the parameters are called', () => {
  const doors = allRoutes.map((route) => `${route.method} ${pathOf(route).replace(/[:*]\w+/g, ':')}`)
  expect(repeated(doors)).toEqual([])
})

test('every operation belongs to a named resource', () => {
  expect(breaking((route) => nameOf(route) !== route.id)).toEqual([])
})

test('parameters match the path, and only the last may take the rest of it', () => {
  const inPath = ({ path }: Route) => [...path.matchAll(/[:*](\w+)/g)].map(([, name]) => name)
  expect(
    breaking((route) => sorted(inPath(route)) === sorted(Object.keys(route.params?.shape ?? {}))),
  ).toEqual([])
  expect(breaking(({ path }) => /^\/[^*]*(\*\w+)?$/.test(path))).toEqual([])
})

test('summaries and descriptions are sentences', () => {
  expect(breaking(({ summary }) => /^[A-Z].{8,}\.$/.test(summary))).toEqual([])
  expect(breaking(({ description }) => /^[A-Z].*\.$/.test(description ?? 'None.'))).toEqual([])
})

test('nothing is sent along with GET and DELETE', () => {
  expect(breaking(({ method, body }) => !['GET', 'DELETE'].includes(method) || body === undefined)).toEqual(
    [],
  )
  expect(breaking(({ method, query }) => method !== 'DELETE' || query === undefined)).toEqual([
    'deleteOrganization',
  ])
})

test('204 and 205 have no answer, the other statuses have one', () => {
  expect(breaking(({ status, response }) => status > 201 === (response === undefined))).toEqual([])
})

test('a body that may be left out may be empty', () => {
  expect(breaking(({ bodyOptional, body }) => !bodyOptional || body?.safeParse({}).success === true)).toEqual(
    [],
  )
})

test('every schema prints as JSON Schema', () => {
  for (const { params, query, body, response } of allRoutes) {
    for (const part of [params, query, body]) if (part) printed(part, 'input')
    if (response) expect(printed(response, 'output').$schema).toContain('2020-12')
  }
})

test('what is printed apart has a name of its own', () => {
  const answers = allRoutes.flatMap(({ response }) => response ?? [])
  const [first, ...rest] = answers
  const schemas = first && printed(z.union([first, ...rest]), 'output').$defs
  expect(Object.keys(schemas ?? {}).length).toBeGreaterThan(40)
  expect(Object.keys(schemas ?? {}).filter((name) => name.startsWith('__'))).toEqual([])
})

test('a list takes page and limit', () => {
  const isPaged = ({ response }: Route) => response instanceof z.ZodObject && 'next' in response.shape
  expect(allRoutes.filter(isPaged).length).toBeGreaterThan(40)
  expect(breaking((route) => !isPaged(route) || 'limit' in (route.query?.shape ?? {}))).toEqual([])
})

test('what was made tells its address', () => {
  const made = (route: Route) => route.status !== 201 || /"urls".*"location"/.test(answerOf(route))
  expect(breaking(made)).toEqual([])
})

test('what honours If-Match answers a version somewhere', () => {
  const seen = allRoutes.filter(({ method, versioned }) => method === 'GET' || versioned)
  const tells = (path: string) =>
    seen.some((other) => other.path === path && answerOf(other).includes('"version"'))
  const parent = (path: string) => path.replace(/\/:\w+$/, '')
  expect(breaking(({ versioned, path }) => !versioned || tells(path) || tells(parent(path)))).toEqual([])
})

test('what is patched, put or moved and has a version honours If-Match', () => {
  const writes = ({ method, path, params }: Route) =>
    ['PATCH', 'PUT'].includes(method) ? params !== undefined : path.endsWith('/move')
  const hasVersion = ({ response }: Route) => response instanceof z.ZodObject && 'version' in response.shape
  expect(breaking((route) => !writes(route) || !hasVersion(route) || route.versioned === true)).toEqual([
    'createTeam',
  ])
})

test('a permission is about an object that the path names', () => {
  const alone = ['anyone', 'user', 'self', 'organization.member', 'team.view', 'team.manage']
  expect(breaking(({ permission }) => alone.includes(permission) || permission in roleNeeded)).toEqual([])
  const named = ({ permission, path }: Route) =>
    !permission.includes('.') || path.includes(`:${permission.split('.')[0]}Id`)
  expect(breaking(named)).toEqual([])
})

test('what changes something needs more than to view', () => {
  expect(breaking(({ method, permission }) => method === 'GET' || !permission.endsWith('.view'))).toEqual([
    // One's own note of what one has looked at, which nobody else sees.
    'noteChangeRequestSeen',
    // Being seen to be here is part of looking.
    'putPresence',
    'deletePresence',
    'searchSite',
    'aggregateSiteInsightsEvents',
  ])
})
