import type { z } from 'zod'
import { hostileText, hostileValue } from './hostile-values.ts'
import type { Random } from './random.ts'

/** What values are generated from. */
export type Source = {
  readonly random: Random
  /** The probability that a value is hostile instead of what its schema describes. */
  readonly hostility: number
  /** Ids of existing objects, and some of none. */
  readonly ids: readonly string[]
}

type Def = {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  readonly valueType?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly values?: readonly unknown[]
  readonly entries?: Readonly<Record<string, unknown>>
  readonly getter?: () => z.ZodType
}

const MAX_DEPTH = 12
const OPTIONAL_PRESENT = 0.45

/** A value for a schema: usually valid, except for rules that the schema's structure does not show. */
export function valueFor(schema: z.ZodType, source: Source, depth = 0): unknown {
  const { random, hostility } = source
  if (random.chance(hostility)) return hostileValue(random)
  const def = schema._zod.def as unknown as Def
  const generate = generators[def.type]
  return depth > MAX_DEPTH || generate === undefined ? null : generate(def, source, depth + 1, schema)
}

type Generate = (def: Def, source: Source, depth: number, schema: z.ZodType) => unknown

const inner: Generate = (def, source, depth) => {
  const schema = def.innerType ?? def.in ?? def.getter?.()
  return schema === undefined ? null : valueFor(schema, source, depth)
}

const generators: Readonly<Record<string, Generate>> = {
  optional: inner,
  default: inner,
  catch: inner,
  pipe: inner,
  lazy: inner,
  nullable: (def, source, depth, schema) =>
    source.random.chance(0.2) ? null : inner(def, source, depth, schema),
  string: (_, source, __, schema) => textFor(schema, source),
  number: (_, { random }) => random.pick([0, 1, 2, 5, 10, 50, 100, 1000, 0.5, random.int(100_000)]),
  boolean: (_, { random }) => random.chance(0.5),
  literal: ({ values = [] }, { random }) => random.pick(values),
  enum: ({ entries = {} }, { random }) => random.pick(Object.values(entries)),
  unknown: (_, { random }) => hostileValue(random),
  array: ({ element }, source, depth) =>
    Array.from({ length: source.random.pick([0, 1, 1, 2, 3]) }, () =>
      element === undefined ? null : valueFor(element, source, depth),
    ),
  record: ({ valueType }, source, depth) =>
    Object.fromEntries(
      Array.from({ length: source.random.int(3) }, () => [
        source.random.pick(plainTexts),
        valueType === undefined ? null : valueFor(valueType, source, depth),
      ]),
    ),
  union: ({ options = [] }, source, depth) => valueFor(source.random.pick(options), source, depth),
  object: ({ shape = {} }, source, depth) => {
    const present = Object.entries(shape).filter(
      ([, field]) => !isOptional(field) || source.random.chance(OPTIONAL_PRESENT),
    )
    return Object.fromEntries(present.map(([name, field]) => [name, valueFor(field, source, depth)]))
  },
}

const isOptional = (schema: z.ZodType): boolean =>
  ['optional', 'default'].includes((schema._zod.def as unknown as Def).type)

const plainTexts: readonly string[] = [
  'Guide',
  'Set up',
  'a',
  'de',
  'en-US',
  'install',
  'docs/set-up',
  'page.html',
  '/old/path',
  '/old/*',
  'Ann Example',
  'ann@example.org',
  'example.org',
  'docs.example.org',
  'http://127.0.0.1:1/hook',
  'https://127.0.0.1/a.png',
  '#0a7b83',
  '2026-11-21T10:00:00.000Z',
  '2030-01-01T00:00:00.000Z',
  '2026-11-21',
  '1f4d8',
  'rocket',
  'visitor.claims.staff == true',
  '123456',
  'a long and secret sentence',
  '# Title\n\nText with a [link](https://127.0.0.1/) and `code`.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n',
  'openapi: 3.1.0\ninfo: {title: Pets, version: "1"}\npaths: {/pets: {get: {responses: {"200": {description: ok}}}}}',
  Buffer.from('\x89PNG\r\n\x1a\n').toString('base64'),
]

/** The plain texts that a schema accepts. */
const fittingTexts = new WeakMap<z.ZodType, readonly string[]>()

function textFor(schema: z.ZodType, { random, ids, hostility }: Source): string {
  let fitting = fittingTexts.get(schema)
  if (fitting === undefined) {
    fitting = plainTexts.filter((text) => schema.safeParse(text).success)
    fittingTexts.set(schema, fitting)
  }
  const isId =
    fitting.length > 0 && schema.safeParse('0Vbj-_a').success && schema.safeParse('a/b').success === false
  if (isId && random.chance(0.8)) return random.pick(ids)
  // Texts of any kind are often unusual, even in requests that are meant to be valid.
  if (random.chance(0.15 + hostility)) return hostileText(random, 120_000)
  return random.pick(fitting.length > 0 ? fitting : plainTexts)
}
