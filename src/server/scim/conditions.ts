import { type RawBuilder, sql } from 'kysely'
import type { Comparison } from './filter.ts'
import { invalidFilterAttribute } from './paging.ts'

/** How an attribute is compared: text columns without regard to case unless they are exact. */
export type Column =
  | { readonly text: RawBuilder<unknown>; readonly isExact?: boolean }
  | { readonly equals: (value: unknown) => RawBuilder<boolean>; readonly present: RawBuilder<boolean> }

/**
 * The condition of a comparison.
 * @throws {ScimError} 400 `invalidFilter` for an attribute or an operator that it does not support
 */
export function conditionOf(
  columns: Readonly<Record<string, Column>>,
  { attribute, operator, value }: Comparison,
): RawBuilder<boolean> {
  const column = Object.hasOwn(columns, attribute) ? columns[attribute] : undefined
  if (column === undefined) throw invalidFilterAttribute(attribute)
  if ('equals' in column) {
    if (operator === 'pr') return column.present
    if (operator === 'eq') return column.equals(value)
    throw invalidFilterAttribute(`${attribute} with ${operator}`)
  }
  const stored = column.isExact ? column.text : sql`lower(${column.text})`
  const wanted = column.isExact ? sql`${String(value)}::text` : sql`lower(${String(value)}::text)`
  if (operator === 'pr') return sql`coalesce(${column.text}, '') <> ''`
  if (operator === 'co') return sql`strpos(${stored}, ${wanted}) > 0`
  return operator === 'sw' ? sql`starts_with(${stored}, ${wanted})` : sql`${stored} = ${wanted}`
}
