import type { z } from 'zod'
import type { Route } from '#contract/route.ts'

/** A value for one field of a body, and the path of the field. */
export type Case = { readonly path: readonly string[]; readonly value: unknown; readonly label: string }

type Field = { readonly path: readonly string[]; readonly schema: z.ZodType }
type Def = {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly in?: z.ZodType
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[]
}
type Check = {
  readonly check: string
  readonly maximum?: number
  readonly value?: number | bigint | Date
  readonly inclusive?: boolean
}

const defOf = (schema: z.ZodType): Def => schema._zod.def as unknown as Def

/** The schema without optional, nullable and default wrappers. */
export function unwrap(schema: z.ZodType): z.ZodType {
  const { innerType, in: inner } = defOf(schema)
  const wrapped = innerType ?? inner
  return wrapped === undefined ? schema : unwrap(wrapped)
}

/** The fields of the body of an operation, including those of nested objects. */
export function fieldsOf(route: Route): Field[] {
  return route.body === undefined ? [] : nestedFields({ path: [], schema: route.body })
}

function nestedFields({ path, schema }: Field): Field[] {
  const { type, shape } = defOf(unwrap(schema))
  if (type !== 'object' || shape === undefined) return []
  return Object.entries(shape).flatMap(([name, inner]) => {
    const field = { path: [...path, name], schema: inner }
    return [field, ...nestedFields(field)]
  })
}

/** The maximum length or value that the checks of a schema set. */
function maximumOf(schema: z.ZodType): number | undefined {
  const limits = (defOf(schema).checks ?? []).flatMap(({ _zod: { def } }) => {
    if (def.check === 'max_length') return def.maximum ?? []
    return def.check === 'less_than' && def.inclusive === true ? (def.value ?? []) : []
  })
  return limits.length === 0 ? undefined : Math.min(...limits.map(Number))
}

/** Texts of a length, one for every format that the contract uses. */
const textsOf = (length: number): string[] => [
  'a'.repeat(length),
  `https://example.org/${'a'.repeat(Math.max(0, length - 20))}`,
  `${'a'.repeat(Math.max(1, length - 189))}@${`${'b'.repeat(60)}.`.repeat(3)}example`.slice(-length),
  `${'b'.repeat(60)}.`
    .repeat(5)
    .slice(0, Math.max(0, length - 3))
    .replace(/\.?$/, 'b')
    .concat('.de'),
  '2026-11-21T10:00:00.000Z',
]

/** A value at the limit and one beyond it; null if the field has no upper limit. */
export function limitCases({ path, schema }: Field): { at: Case | null; beyond: Case } | null {
  const inner = unwrap(schema)
  const { type } = defOf(inner)
  const maximum = maximumOf(inner)
  if (typeof maximum !== 'number' || !Number.isSafeInteger(maximum)) return null
  const label = `${path.join('.')} of ${maximum}`
  if (type === 'number') {
    return { at: { path, value: maximum, label }, beyond: { path, value: maximum + 1, label } }
  }
  if (type === 'string') {
    const fits = textsOf(maximum).find((text) => text.length === maximum && inner.safeParse(text).success)
    return {
      at: fits === undefined ? null : { path, value: fits, label },
      beyond: { path, value: 'a'.repeat(maximum + 1), label },
    }
  }
  if (type !== 'array' || maximum > 2000) return null
  const many = (count: number) => Array.from({ length: count }, (_, index) => `id${index}`)
  const at = many(maximum)
  return {
    at: inner.safeParse(at).success ? { path, value: at, label } : null,
    beyond: { path, value: many(maximum + 1), label },
  }
}

/** A body with only one field. */
export const bodyOf = ({ path, value }: Case): unknown =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
