import type { CustomFieldType, CustomFieldValue } from '#contract/custom-fields.ts'
import { formatFieldValue } from '../../components/conflict-fields.tsx'

/** The names of the field types. */
export const typeLabels: Readonly<Record<CustomFieldType, string>> = {
  text: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
  tags: 'Tags',
  'select:single': 'Single select',
  'select:multi': 'Multi-select',
}

export const hasOptions = (type: CustomFieldType): boolean => type.startsWith('select:')

/** Only fields that are typed into have a placeholder. */
export const hasPlaceholder = (type: CustomFieldType): boolean =>
  type === 'text' || type === 'number' || type === 'tags'

/** A value in a sentence: `“Ada”`, `yes`, `red, blue`. */
export function formatValue(value: CustomFieldValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? value.toLocaleString('en') : `“${formatFieldValue(value)}”`
}

/** An API name from a title: `Owner of it` becomes `owner-of-it`. */
export const fieldNameOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
