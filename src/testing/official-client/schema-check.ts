import specification from '@gitbook/api/spec/openapi.json' with { type: 'json' }

/** A JSON Schema of the client's specification, as far as it uses one. */
type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
}

type Operation = {
  readonly operationId: string
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >
}

const paths = specification.paths as unknown as Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** The operation that the client's specification has for a request; undefined if it has none. */
export function operationFor(method: string, path: string): Operation | undefined {
  const segments = path.split('/')
  const matches = Object.entries(paths).flatMap(([template, methods]) => {
    const operation = methods[method.toLowerCase()]
    const parts = template.split('/')
    const isMatch =
      operation !== undefined &&
      parts.length === segments.length &&
      parts.every((part, index) => part.startsWith('{') || part === segments[index])
    return isMatch ? [{ operation, variables: parts.filter((part) => part.startsWith('{')).length }] : []
  })
  return matches.toSorted((a, b) => a.variables - b.variables)[0]?.operation
}

/** How a response differs from what the operation promises: `items[].createdAt: missing`, each once. */
export function differencesFrom(operation: Operation, status: number, body: unknown): readonly string[] {
  const response = operation.responses[String(status)]
  if (response === undefined) return [`status ${status}: not documented`]
  const schema = response.content?.['application/json']?.schema
  if (schema === undefined) return []
  return [...new Set(differences(schema, body, ''))]
}

function differences(schema: Schema, value: unknown, at: string): string[] {
  if (schema.$ref !== undefined) return differences(resolve(schema.$ref), value, at)
  const one = schema.oneOf ?? schema.anyOf
  return [
    ...(schema.allOf ?? []).flatMap((part) => differences(part, value, at)),
    ...(one === undefined ? [] : closest(one.map((part) => differences(part, value, at)))),
    ...ownDifferences(schema, value, at),
  ]
}

/** The differences from the variant that fits best; none if one fits. */
const closest = (variants: readonly string[][]): string[] =>
  variants.toSorted((a, b) => weightOf(a) - weightOf(b))[0] ?? []

/** A wrong discriminator outweighs missing fields, so that the differences are those from the intended variant. */
const weightOf = (some: readonly string[]): number =>
  some.reduce((sum, one) => sum + (one.endsWith('missing') ? 1 : 100), 0)

function ownDifferences(schema: Schema, value: unknown, at: string): string[] {
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length > 0 && !types.some((type) => isOfType(type, value)))
    return [`${at}: not ${types.join('|')}`]
  if (schema.enum !== undefined && !schema.enum.includes(value)) return [`${at}: not one of the values`]
  if (Array.isArray(value)) return value.flatMap((item) => differences(schema.items ?? {}, item, `${at}[]`))
  if (typeof value !== 'object' || value === null) return []
  const fields = value as Readonly<Record<string, unknown>>
  const rest = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
  return [
    ...(schema.required ?? []).flatMap((name) => (name in fields ? [] : [`${within(at, name)}: missing`])),
    ...Object.entries(fields).flatMap(([name, field]) => {
      const property = schema.properties?.[name] ?? rest
      const place = schema.properties?.[name] === undefined ? within(at, '*') : within(at, name)
      return property === undefined ? [] : differences(property, field, place)
    }),
  ]
}

const within = (at: string, name: string) => (at === '' ? name : `${at}.${name}`)

function isOfType(type: string, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

function resolve(reference: string): Schema {
  const steps = reference.slice(2).split('/')
  const target = steps.reduce<unknown>(
    (node, step) => (node as Record<string, unknown>)[step.replaceAll('~1', '/')],
    specification,
  )
  if (target === undefined) throw new Error(`No ${reference} in the client's specification`)
  return target as Schema
}
