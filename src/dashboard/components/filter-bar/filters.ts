import { isoDate } from '../../lib/labels.ts'

import type { FilterChoice, FilterField, FilterParams } from './fields.ts'

/** A filter that is on: `Last seen`, `is after`, `2026-10-01`. */
export type Filter = { readonly field: FilterField; readonly param: string; readonly value: string }

/** The value of a search param; undefined unless it is a text. */
export function valueIn(params: FilterParams, param: string): string | undefined {
  const value: unknown = Reflect.get(params, param)
  return typeof value === 'string' ? value : undefined
}

/** The filters that are on, in the order of the fields. */
export const filtersIn = (fields: readonly FilterField[], params: FilterParams): Filter[] =>
  fields.flatMap((field) =>
    field.operators.flatMap(({ param }) => {
      const value = valueIn(params, param)
      return value === undefined ? [] : [{ field, param, value }]
    }),
  )

/** Turns all filters off. */
export const noFilters = (fields: readonly FilterField[]): Record<string, undefined> =>
  Object.fromEntries(fields.flatMap(({ operators }) => operators.map(({ param }) => [param, undefined])))

/** The first operator of a field that is not used yet. */
export const freeParam = ({ operators }: FilterField, params: FilterParams): string | undefined =>
  operators.find(({ param }) => valueIn(params, param) === undefined)?.param

/** `1 Oct 2026` */
export const formatDay = (day: string): string =>
  new Date(`${day}T00:00:00`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** Days that are often filtered by. */
export const dayPresets = (now: Date): readonly FilterChoice[] =>
  [
    ['Today', 0],
    ['7 days ago', 7],
    ['30 days ago', 30],
    ['90 days ago', 90],
  ].map(([label, days]) => ({
    label: String(label),
    value: isoDate(new Date(now.getFullYear(), now.getMonth(), now.getDate() - Number(days))),
  }))
