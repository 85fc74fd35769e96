import type { VisitorProperty, VisitorSchema } from '#contract/site-audience.ts'

const types = ['string', 'boolean', 'number', 'integer', 'list'] as const
export type RowType = (typeof types)[number]

/** A claim of the schema as one row; what is no plain property is kept as it is and shown as JSON alone. */
export type SchemaRow = {
  readonly id: string
  readonly name: string
  readonly isUnsigned: boolean
  readonly type: RowType
  /** Values, for a text that is one of some. */
  readonly values: readonly string[]
  readonly description: string
  readonly kept?: VisitorProperty
}

let last = 0
export const newRow = (): SchemaRow => ({
  id: `claim-${++last}`,
  name: '',
  isUnsigned: false,
  type: 'string',
  values: [],
  description: '',
})

function rowOf(name: string, property: VisitorProperty, isUnsigned: boolean): SchemaRow {
  const row = { ...newRow(), name, isUnsigned, description: property.description ?? '' }
  if (property.type === 'string') return { ...row, values: property.enum ?? [] }
  if (property.type === 'array' && property.items.type === 'string' && !property.items.enum) {
    return { ...row, type: 'list' }
  }
  if (property.type === 'array' || property.type === 'object') return { ...row, kept: property }
  return { ...row, type: property.type }
}

/** The claims of a schema, signed ones first. */
export function rowsOf({ properties }: VisitorSchema): SchemaRow[] {
  const { unsigned, ...signed } = properties
  const inner = unsigned?.type === 'object' ? unsigned.properties : {}
  return [
    ...Object.entries(signed).map(([name, property]) => rowOf(name, property, false)),
    ...Object.entries(inner).map(([name, property]) => rowOf(name, property, true)),
  ]
}

function propertyOf({ type, values, description, kept }: SchemaRow): VisitorProperty {
  if (kept) return kept
  const more = description === '' ? {} : { description }
  if (type === 'string') return { type, ...(values.length > 0 ? { enum: [...values] } : {}), ...more }
  return type === 'list' ? { type: 'array', items: { type: 'string' }, ...more } : { type, ...more }
}

/** Rows as a schema. */
export function schemaOf(rows: readonly SchemaRow[]): VisitorSchema {
  const some = (isUnsigned: boolean) =>
    Object.fromEntries(
      rows
        .filter((row) => row.isUnsigned === isUnsigned && row.name !== '')
        .map((row) => [row.name, propertyOf(row)]),
    )
  return {
    type: 'object',
    properties: {
      ...some(false),
      unsigned: { type: 'object', properties: some(true), additionalProperties: false },
    },
    additionalProperties: false,
  }
}

/** Why rows are no schema yet; nothing where they are. */
export function faultOf(rows: readonly SchemaRow[]): string | undefined {
  const names = rows.map(({ name, isUnsigned }) => `${isUnsigned ? 'unsigned.' : ''}${name}`)
  if (rows.some(({ name }) => name === '')) return 'Every claim needs a name'
  const bad = rows.find(({ name }) => !/^[A-Za-z_$][\w$]*$/.test(name))
  if (bad) return `“${bad.name}” is no name: use letters, digits and _, with a letter first`
  if (rows.some(({ name, isUnsigned }) => name === 'unsigned' && !isUnsigned))
    return '“unsigned” holds the unsigned claims'
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return twice === undefined ? undefined : `“${twice}” is there twice`
}
