import type { CustomFieldType, CustomFieldValue } from '#contract/custom-fields.ts'

/** Custom fields per organization. */
export const MAX_FIELDS = 100
/** Entries per list, and characters per entry. */
const MAX_ENTRIES = 256
const MAX_ENTRY_LENGTH = 256

/** The parts of a field that decide whether a value fits. */
export type FieldType = { readonly type: CustomFieldType; readonly options: readonly string[] | null }

/** Whether values of this type are selected from options. */
export const isSelect = (type: CustomFieldType): boolean =>
  type === 'select:single' || type === 'select:multi'

/** The error message for a value that does not fit a field; null when it fits. */
export function valueError(field: FieldType, value: CustomFieldValue): string | null {
  switch (field.type) {
    case 'text':
      return typeof value === 'string' ? null : 'Enter text'
    case 'number':
      return typeof value === 'number' ? null : 'Enter a number'
    case 'boolean':
      return typeof value === 'boolean' ? null : 'Send true or false'
    case 'select:single':
      return typeof value === 'string' ? optionError(field, [value]) : 'Choose one of the options'
    case 'tags':
      return listError(value) ?? null
    case 'select:multi':
      return listError(value) ?? optionError(field, Array.isArray(value) ? value : [])
  }
}

function listError(value: CustomFieldValue): string | null {
  if (!Array.isArray(value)) return 'Send a list of strings'
  if (value.length > MAX_ENTRIES) return `Use ${MAX_ENTRIES} entries or fewer`
  if (value.some((entry) => entry === '' || entry.length > MAX_ENTRY_LENGTH)) {
    return `Use 1 to ${MAX_ENTRY_LENGTH} characters for each entry`
  }
  return new Set(value).size === value.length ? null : 'List each entry only once'
}

function optionError({ options }: FieldType, values: readonly string[]): string | null {
  const unknownOption = values.find((one) => !options?.includes(one))
  return unknownOption === undefined ? null : `“${unknownOption}” is not one of the options`
}

/** A value reduced to the remaining options; null when nothing is left. */
export function withoutRemovedOptions(
  value: CustomFieldValue,
  options: readonly string[],
): CustomFieldValue | null {
  if (!Array.isArray(value)) return typeof value === 'string' && options.includes(value) ? value : null
  const remaining = value.filter((one) => options.includes(one))
  return remaining.length === 0 ? null : remaining
}
