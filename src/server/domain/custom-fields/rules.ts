import type { CustomFieldType, CustomFieldValue } from '#contract/custom-fields.ts'

/** Most custom fields of an organization. */
export const mostFields = 100
/** Most entries of a list, and most characters of one. */
const mostEntries = 256
const longestEntry = 256

/** What decides whether a value fits a field. */
export type Typed = { readonly type: CustomFieldType; readonly options: readonly string[] | null }

/** Whether values of a type are chosen from options. */
export const isSelect = (type: CustomFieldType): boolean =>
  type === 'select:single' || type === 'select:multi'

/** What is wrong with a value for a field, as a sentence; null when it fits (gaps 1.9 and 6.4). */
export function valueFault(field: Typed, value: CustomFieldValue): string | null {
  switch (field.type) {
    case 'text':
      return typeof value === 'string' ? null : 'Give a text'
    case 'number':
      return typeof value === 'number' ? null : 'Give a number'
    case 'boolean':
      return typeof value === 'boolean' ? null : 'Give true or false'
    case 'select:single':
      return typeof value === 'string' ? optionFault(field, [value]) : 'Give one of the options'
    case 'tags':
      return listFault(value) ?? null
    case 'select:multi':
      return listFault(value) ?? optionFault(field, Array.isArray(value) ? value : [])
  }
}

function listFault(value: CustomFieldValue): string | null {
  if (!Array.isArray(value)) return 'Give a list of texts'
  if (value.length > mostEntries) return `Give at most ${mostEntries} entries`
  if (value.some((entry) => entry === '' || entry.length > longestEntry)) {
    return `Give entries of 1 to ${longestEntry} characters`
  }
  return new Set(value).size === value.length ? null : 'Give every entry once'
}

function optionFault({ options }: Typed, chosen: readonly string[]): string | null {
  const strange = chosen.find((one) => !options?.includes(one))
  return strange === undefined ? null : `“${strange}” is not one of the options`
}

/** What is left of a value when only these options are: null for nothing. */
export function stillChosen(value: CustomFieldValue, options: readonly string[]): CustomFieldValue | null {
  if (!Array.isArray(value)) return typeof value === 'string' && options.includes(value) ? value : null
  const kept = value.filter((one) => options.includes(one))
  return kept.length === 0 ? null : kept
}
