import { expect, test } from 'vitest'
import { z } from 'zod'
import { allRoutes } from './api.ts'
import { pathOf, type Route, resourceNameOf } from './route.ts'
import { roleNeeded } from './shared/permissions.ts'

/** Ids of the operations that violate a rule. */
const violations = (satisfies: (route: Route) => boolean) =>
  allRoutes.filter((route) => !satisfies(route)).map(({ id }) => id)

/** Throws if the schema has no JSON Schema. */
const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, target: 'draft-2020-12' })

/** JSON Schema of a response as text. */
const responseSchemaText = (route: Route | undefined): string =>
  route?.response === undefined ? '' : JSON.stringify(jsonSchemaOf(route.response, 'output'))

const duplicates = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index)
const sorted = (names: readonly (string | undefined)[]) => JSON.stringify(names.toSorted())

test('operation ids are unique', () => {
  expect(allRoutes.length).toBeGreaterThan(200)
  expect(duplicates(allRoutes.map(({ id }) => id))).toEqual([])
})

test('method and path are unique, regardless of parameter names', () => {
  const endpoints = allRoutes.map((route) => `${route.method} ${pathOf(route).replace(/[:*]\w+/g, ':')}`)
  expect(duplicates(endpoints)).toEqual([])
})

test('every operation belongs to a named resource', () => {
  expect(violations((route) => resourceNameOf(route) !== route.id)).toEqual([])
})

test('parameters match the path, and only the last one may be a wildcard', () => {
  const inPath = ({ path }: Route) => [...path.matchAll(/[:*](\w+)/g)].map(([, name]) => name)
  expect(
    violations((route) => sorted(inPath(route)) === sorted(Object.keys(route.params?.shape ?? {}))),
  ).toEqual([])
  expect(violations(({ path }) => /^\/[^*]*(\*\w+)?$/.test(path))).toEqual([])
})

test('summaries and descriptions are sentences', () => {
  expect(violations(({ summary }) => /^[A-Z].{8,}\.$/.test(summary))).toEqual([])
  expect(violations(({ description }) => /^[A-Z].*\.$/.test(description ?? 'None.'))).toEqual([])
})

test('GET and DELETE have no body, and DELETE has no query except to confirm', () => {
  expect(violations(({ method, body }) => !['GET', 'DELETE'].includes(method) || body === undefined)).toEqual(
    [],
  )
  expect(violations(({ method, query }) => method !== 'DELETE' || query === undefined)).toEqual([
    'deleteOrganization',
  ])
})

test('204 and 205 have no response body, and the other statuses have one', () => {
  expect(violations(({ status, response }) => status > 201 === (response === undefined))).toEqual([])
})

test('an optional body accepts an empty object', () => {
  expect(
    violations(({ bodyOptional, body }) => !bodyOptional || body?.safeParse({}).success === true),
  ).toEqual([])
})

test('every schema converts to JSON Schema', () => {
  for (const { params, query, body, response } of allRoutes) {
    for (const part of [params, query, body]) if (part) jsonSchemaOf(part, 'input')
    if (response) expect(jsonSchemaOf(response, 'output').$schema).toContain('2020-12')
  }
})

test('every shared schema has a component id', () => {
  const responses = allRoutes.flatMap(({ response }) => response ?? [])
  const [first, ...rest] = responses
  const schemas = first && jsonSchemaOf(z.union([first, ...rest]), 'output').$defs
  expect(Object.keys(schemas ?? {}).length).toBeGreaterThan(40)
  expect(Object.keys(schemas ?? {}).filter((name) => name.startsWith('__'))).toEqual([])
})

test('a list takes page and limit', () => {
  const isPaged = ({ response }: Route) => response instanceof z.ZodObject && 'next' in response.shape
  expect(allRoutes.filter(isPaged).length).toBeGreaterThan(40)
  expect(violations((route) => !isPaged(route) || 'limit' in (route.query?.shape ?? {}))).toEqual([])
})

test('every 201 response contains the location of the new object', () => {
  const hasLocation = (route: Route) =>
    route.status !== 201 || /"urls".*"location"/.test(responseSchemaText(route))
  expect(violations(hasLocation)).toEqual([])
})

test('every versioned operation has a read or write that returns the version', () => {
  const readable = allRoutes.filter(({ method, versioned }) => method === 'GET' || versioned)
  const returnsVersion = (path: string) =>
    readable.some((other) => other.path === path && responseSchemaText(other).includes('"version"'))
  const parent = (path: string) => path.replace(/\/:\w+$/, '')
  expect(
    violations(({ versioned, path }) => !versioned || returnsVersion(path) || returnsVersion(parent(path))),
  ).toEqual([])
})

test('PATCH, PUT and move operations on versioned objects honor If-Match', () => {
  const writes = ({ method, path, params }: Route) =>
    ['PATCH', 'PUT'].includes(method) ? params !== undefined : path.endsWith('/move')
  const hasVersion = ({ response }: Route) => response instanceof z.ZodObject && 'version' in response.shape
  expect(violations((route) => !writes(route) || !hasVersion(route) || route.versioned === true)).toEqual([
    'createTeam',
  ])
})

test('a permission refers to an object in the path', () => {
  const withoutRole = [
    'anyone',
    'user',
    'account',
    'self',
    'organization.member',
    'team.view',
    'team.manage',
    'system.operate',
  ]
  expect(
    violations(({ permission }) => withoutRole.includes(permission) || permission in roleNeeded),
  ).toEqual([])
  const isInPath = ({ permission, path }: Route) =>
    !permission.includes('.') ||
    permission === 'system.operate' ||
    path.includes(`:${permission.split('.')[0]}Id`)
  expect(violations(isInPath)).toEqual([])
})

test('operations that change something require more than view permission', () => {
  expect(violations(({ method, permission }) => method === 'GET' || !permission.endsWith('.view'))).toEqual([
    // The caller's private record of what they have viewed.
    'markChangeRequestSeen',
    // What the caller is notified of.
    'setFollow',
    // Being listed as present is part of viewing.
    'putPresence',
    'deletePresence',
    'prewarmSiteSearch',
    'searchSite',
    'aggregateSiteInsightsEvents',
  ])
})
