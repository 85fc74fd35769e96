import type { VisitorProperty, VisitorSchema } from '#contract/site-audience.ts'

const types = ['string', 'boolean', 'number', 'integer', 'list'] as const
export type RowType = (typeof types)[number]

/** A claim of the schema as one row. A property without a form is preserved in `rawProperty` and edited as JSON. */
export type SchemaRow = {
  readonly id: string
  readonly name: string
  readonly isUnsigned: boolean
  readonly type: RowType
  /** The allowed values of a text; empty if any text is allowed. */
  readonly values: readonly string[]
  readonly description: string
  readonly rawProperty?: VisitorProperty
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

function claimRow(name: string, property: VisitorProperty, isUnsigned: boolean): SchemaRow {
  const row = { ...newRow(), name, isUnsigned, description: property.description ?? '' }
  if (property.type === 'string') return { ...row, values: property.enum ?? [] }
  if (property.type === 'array' && property.items.type === 'string' && !property.items.enum) {
    return { ...row, type: 'list' }
  }
  if (property.type === 'array' || property.type === 'object') return { ...row, rawProperty: property }
  return { ...row, type: property.type }
}

/** The claims of a schema, signed ones first. */
export function rowsOf({ properties }: VisitorSchema): SchemaRow[] {
  const { unsigned, ...signed } = properties
  const inner = unsigned?.type === 'object' ? unsigned.properties : {}
  return [
    ...Object.entries(signed).map(([name, property]) => claimRow(name, property, false)),
    ...Object.entries(inner).map(([name, property]) => claimRow(name, property, true)),
  ]
}

function propertyOf({ type, values, description, rawProperty }: SchemaRow): VisitorProperty {
  if (rawProperty) return rawProperty
  const extras = description === '' ? {} : { description }
  if (type === 'string') return { type, ...(values.length > 0 ? { enum: [...values] } : {}), ...extras }
  return type === 'list' ? { type: 'array', items: { type: 'string' }, ...extras } : { type, ...extras }
}

/** The schema that rows describe. */
export function schemaOf(rows: readonly SchemaRow[]): VisitorSchema {
  const properties = (isUnsigned: boolean) =>
    Object.fromEntries(
      rows
        .filter((row) => row.isUnsigned === isUnsigned && row.name !== '')
        .map((row) => [row.name, propertyOf(row)]),
    )
  return {
    type: 'object',
    properties: {
      ...properties(false),
      unsigned: { type: 'object', properties: properties(true), additionalProperties: false },
    },
    additionalProperties: false,
  }
}

/** Why the rows are not a valid schema; undefined if they are. */
export function rowsError(rows: readonly SchemaRow[]): string | undefined {
  const names = rows.map(({ name, isUnsigned }) => `${isUnsigned ? 'unsigned.' : ''}${name}`)
  if (rows.some(({ name }) => name === '')) return 'Every claim needs a name'
  const invalid = rows.find(({ name }) => !/^[A-Za-z_$][\w$]*$/.test(name))
  if (invalid)
    return `“${invalid.name}” isn’t a valid name. Use letters, digits and _, starting with a letter`
  if (rows.some(({ name, isUnsigned }) => name === 'unsigned' && !isUnsigned))
    return '“unsigned” is reserved for unsigned claims'
  const duplicate = names.find((name, index) => names.indexOf(name) !== index)
  return duplicate === undefined ? undefined : `“${duplicate}” is listed twice`
}
