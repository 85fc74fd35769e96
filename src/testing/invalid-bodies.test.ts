import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '#contract/route.ts'
import { errorBody, type Issue } from '#contract/shared/errors.ts'
import { useTestApp } from './app.ts'
import { callerWithPermission, makeWorld, requestFor, routes, type World } from './contract-sweep.ts'
import { bodyOf, type Case, fieldsOf, limitCases } from './field-limits.ts'

const app = useTestApp()
let world: World

beforeAll(async () => {
  world = await makeWorld(app)
})

/** Operations with a JSON body, including those of the account. */
const jsonRoutes = routes.filter((route) => route.body !== undefined && route.bodyType === undefined)

async function responseTo(route: Route, body: unknown) {
  const { headers, ...request } = requestFor(
    world,
    route,
    route.permission === 'anyone' ? undefined : callerWithPermission(world, route),
    JSON.stringify(body),
  )
  const { 'if-match': _, ...plain } = headers as Record<string, string>
  const response = await app.send({ ...request, headers: { ...plain, 'x-lectern': '1' } })
  return { status: response.status, text: response.text }
}

/** The issues on a field or its children. */
const issuesOn = ({ path }: Case, text: string): Issue[] =>
  (errorBody.parse(JSON.parse(text)).error.details?.issues ?? []).filter(({ path: [part, ...at] }) =>
    part === 'body' ? path.every((name, index) => at[index] === name) : false,
  )

const isSuccessOrApiError = (status: number, text: string): boolean =>
  status < 400 || (status < 500 && errorBody.safeParse(JSON.parse(text)).success)

describe('the limit of every field of every body', () => {
  const limited = jsonRoutes.flatMap((route) =>
    fieldsOf(route).flatMap((field) => {
      const cases = limitCases(field)
      return cases === null ? [] : [{ route, ...cases, name: `${route.id} ${cases.beyond.label}` }]
    }),
  )

  test('most operations with a text field have a limit', () => {
    expect(new Set(limited.map(({ route }) => route.id)).size).toBeGreaterThan(25)
    expect(limited.filter(({ at }) => at !== null).length).toBeGreaterThan(limited.length / 2)
  })

  test.each(limited.map((one) => [one.name, one] as const))('%s', async (_, { route, at, beyond }) => {
    if (route.permission === 'self') return expect((await responseTo(route, {})).status).toBe(403)
    const rejected = await responseTo(route, bodyOf(beyond))
    expect([rejected.status, issuesOn(beyond, rejected.text).length > 0]).toEqual([400, true])
    if (at === null) return undefined
    const accepted = await responseTo(route, bodyOf(at))
    expect(isSuccessOrApiError(accepted.status, accepted.text), accepted.text).toBe(true)
    if (accepted.status === 400) expect(issuesOn(at, accepted.text).filter(isOfLimit)).toEqual([])
    return undefined
  })
})

/** How the messages of the validator itself begin. */
const VALIDATOR_MESSAGE = /"message":"([^":]*: )?(Invalid |Too (big|small)|Unrecognized |Expected )/

/** Issues of length and size, unlike those of objects that do not exist. */
const isOfLimit = ({ message }: Issue): boolean =>
  /^(Use [\d,]+ |Use (more|less) than |Add at least )/.test(message)

describe('bodies of wrong types', () => {
  const wrong: unknown[] = [null, 0, -1, 1e308, true, '', 'x', [], [null], {}, { a: 1 }]
  test.each(jsonRoutes.map((route) => [route.id, route] as const))('%s', async (_, route) => {
    for (const { path } of fieldsOf(route)) {
      for (const value of wrong) {
        const { status, text } = await responseTo(route, bodyOf({ path, value, label: '' }))
        expect(isSuccessOrApiError(status, text), `${path.join('.')} ${JSON.stringify(value)}: ${text}`).toBe(
          true,
        )
        expect(text).not.toMatch(VALIDATOR_MESSAGE)
      }
    }
  })
})

/** Texts that commonly break services: control characters, lone surrogates, quotes, paths, markup, long texts. */
const problematicText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '\u0000',
    '\ud800',
    "'; drop table space; --",
    '../../etc/passwd',
    '<script>',
    '%00',
    '\u202e',
  ),
  fc.constantFrom(
    'inherit',
    'admin',
    'read',
    'markdown',
    'text',
    'select:single',
    'remove',
    'public',
    'ada@x.org',
  ),
  fc.nat({ max: 3000 }).map((length) => 'x'.repeat(length)),
)

/** Values that resemble valid ones: existing ids, small numbers, lists and objects of them. */
const value = (ids: readonly string[]) =>
  fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      problematicText,
      fc.constantFrom(...ids),
      fc.double(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(
        fc.oneof(fc.constantFrom(...ids, '__proto__', 'constructor', 'id'), problematicText),
        tie('any'),
        {
          maxKeys: 4,
        },
      ),
    ),
  })).any

test('10,000 random bodies get a success or an error body of the API, never a 500', async () => {
  const ids = Object.values(world.params)
  const body = (route: Route) => {
    const names = fieldsOf(route).flatMap(({ path: [name] }) => name ?? [])
    const known = fc.dictionary(fc.constantFrom(...names, 'unknown'), value(ids), { maxKeys: 6 })
    return fc.tuple(
      fc.constant(route),
      names.length === 0 ? fc.dictionary(problematicText, value(ids)) : known,
    )
  }
  const cases = fc.oneof(...jsonRoutes.map(body))
  await fc.assert(
    fc.asyncProperty(cases, async ([route, sample]) => {
      const { status, text } = await responseTo(route, sample)
      if (!isSuccessOrApiError(status, text)) throw new Error(`${route.id} answered ${status}: ${text}`)
    }),
    { numRuns: 10_000, seed: 20_261_121 },
  )
}, 240_000)
