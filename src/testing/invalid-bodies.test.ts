import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '#contract/route.ts'
import { errorBody, type Issue } from '#contract/shared/errors.ts'
import { useTestApp } from './app.ts'
import { makeWorld, requestFor, routes, type World } from './contract-sweep.ts'
import { bodyOf, type Case, fieldsOf, limitCases } from './field-limits.ts'

const app = useTestApp()
let world: World

beforeAll(async () => {
  world = await makeWorld(app)
})

/** Operations whose body the door reads as JSON, the account's own ones too. */
const written = routes.filter((route) => route.body !== undefined && route.bodyType === undefined)

async function answerTo(route: Route, body: unknown) {
  const { headers, ...request } = requestFor(
    world,
    route,
    route.permission === 'anyone' ? undefined : world.callers.get('admin'),
    JSON.stringify(body),
  )
  const { 'if-match': _, ...plain } = headers as Record<string, string>
  const answered = await app.send({ ...request, headers: { ...plain, 'x-lectern': '1' } })
  return { status: answered.status, text: answered.text }
}

/** The faults named on a field or below it. */
const faultsOn = ({ path }: Case, text: string): Issue[] =>
  (errorBody.parse(JSON.parse(text)).error.details?.issues ?? []).filter(({ path: [part, ...at] }) =>
    part === 'body' ? path.every((name, index) => at[index] === name) : false,
  )

const isRefusalInShape = (status: number, text: string): boolean =>
  status < 400 || (status < 500 && errorBody.safeParse(JSON.parse(text)).success)

describe('the limit of every field of every body', () => {
  const limited = written.flatMap((route) =>
    fieldsOf(route).flatMap((field) => {
      const cases = limitCases(field)
      return cases === null ? [] : [{ route, ...cases, name: `${route.id} ${cases.beyond.says}` }]
    }),
  )

  test('most operations with a text have one', () => {
    expect(new Set(limited.map(({ route }) => route.id)).size).toBeGreaterThan(25)
    expect(limited.filter(({ at }) => at !== null).length).toBeGreaterThan(limited.length / 2)
  })

  test.each(limited.map((one) => [one.name, one] as const))('%s', async (_, { route, at, beyond }) => {
    if (route.permission === 'self') return expect((await answerTo(route, {})).status).toBe(403)
    const refused = await answerTo(route, bodyOf(beyond))
    expect([refused.status, faultsOn(beyond, refused.text).length > 0]).toEqual([400, true])
    if (at === null) return undefined
    const taken = await answerTo(route, bodyOf(at))
    expect(isRefusalInShape(taken.status, taken.text), taken.text).toBe(true)
    if (taken.status === 400) expect(faultsOn(at, taken.text).filter(isOfLimit)).toEqual([])
    return undefined
  })
})

/** Faults of length and size; that an object is not there is another matter. */
const isOfLimit = ({ message }: Issue): boolean => message.startsWith('Too ')

describe('bodies of wrong types', () => {
  const wrong: unknown[] = [null, 0, -1, 1e308, true, '', 'x', [], [null], {}, { a: 1 }]
  test.each(written.map((route) => [route.id, route] as const))('%s', async (_, route) => {
    for (const { path } of fieldsOf(route)) {
      for (const value of wrong) {
        const { status, text } = await answerTo(route, bodyOf({ path, value, says: '' }))
        expect(isRefusalInShape(status, text), `${path.join('.')} ${JSON.stringify(value)}: ${text}`).toBe(
          true,
        )
      }
    }
  })
})

/** Texts that have broken services: control characters, half characters, quotes, paths, markup, long ones. */
const nasty = fc.oneof(
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

/** Values that come near to what is asked: ids of the world, small numbers, lists and objects of them. */
const value = (ids: readonly string[]) =>
  fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      nasty,
      fc.constantFrom(...ids),
      fc.double(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(fc.oneof(fc.constantFrom(...ids, '__proto__', 'constructor', 'id'), nasty), tie('any'), {
        maxKeys: 4,
      }),
    ),
  })).any

test('10,000 random bodies are answered in the one shape, never by a fault of the service', async () => {
  const ids = Object.values(world.params)
  const body = (route: Route) => {
    const names = fieldsOf(route).flatMap(({ path: [name] }) => name ?? [])
    const known = fc.dictionary(fc.constantFrom(...names, 'unknown'), value(ids), { maxKeys: 6 })
    return fc.tuple(fc.constant(route), names.length === 0 ? fc.dictionary(nasty, value(ids)) : known)
  }
  const cases = fc.oneof(...written.map(body))
  await fc.assert(
    fc.asyncProperty(cases, async ([route, given]) => {
      const { status, text } = await answerTo(route, given)
      if (!isRefusalInShape(status, text)) throw new Error(`${route.id} answered ${status}: ${text}`)
    }),
    { numRuns: 10_000, seed: 20_261_121 },
  )
}, 240_000)
