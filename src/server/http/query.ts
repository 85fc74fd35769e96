import { z } from 'zod'

type Kind = 'number' | 'boolean' | 'array' | 'text'

/** Converts the strings of a query to the schema's types: numbers, booleans, repeated keys and comma-separated lists. */
export type QueryReader = (query: Readonly<Record<string, unknown>>) => Record<string, unknown>

/**
 * Reads an operation's JSON Schema at the first request: those of all operations would take a tenth of a start. Values that
 * cannot be converted stay text, which zod refuses.
 */
export function queryReaderOf(schema: z.ZodObject | undefined): QueryReader {
  let kinds: ReadonlyMap<string, Kind> | undefined
  return (query) => {
    kinds ??= kindsOf(schema)
    const read: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(query)) {
      const plain = name.endsWith('[]') ? name.slice(0, -2) : name
      read[plain] = valueAs(kinds.get(plain) ?? 'text', value)
    }
    return read
  }
}

const kindsOf = (schema: z.ZodObject | undefined): ReadonlyMap<string, Kind> =>
  new Map(Object.entries(schema?.shape ?? {}).map(([name, field]) => [name, kindOf(field as z.ZodType)]))

function kindOf(field: z.ZodType): Kind {
  const json = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' })
  const types = [json, ...(json.anyOf ?? [])].map((one) => (typeof one === 'object' ? one.type : undefined))
  if (types.includes('array')) return 'array'
  if (types.includes('boolean')) return 'boolean'
  return types.includes('number') || types.includes('integer') ? 'number' : 'text'
}

function valueAs(kind: Kind, value: unknown): unknown {
  if (kind === 'array')
    return (Array.isArray(value) ? value : [value]).flatMap((one) => String(one).split(','))
  const last = Array.isArray(value) ? value.at(-1) : value
  if (kind === 'boolean') return last === 'true' ? true : last === 'false' ? false : last
  if (kind === 'number' && typeof last === 'string' && /^-?\d+(\.\d+)?$/.test(last)) return Number(last)
  return last
}
