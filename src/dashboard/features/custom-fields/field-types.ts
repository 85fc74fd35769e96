import type { CustomFieldType, CustomFieldValue } from '#contract/custom-fields.ts'
import { valueInWords } from '../../components/stale-fields.tsx'

/** What the types are called. */
export const typeNames: Readonly<Record<CustomFieldType, string>> = {
  text: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
  tags: 'Tags',
  'select:single': 'One option',
  'select:multi': 'Several options',
}

export const hasOptions = (type: CustomFieldType): boolean => type.startsWith('select:')

/** What stands in the field while it is empty makes sense only where one types. */
export const hasPlaceholder = (type: CustomFieldType): boolean =>
  type === 'text' || type === 'number' || type === 'tags'

/** A value in a sentence: `“Ada”`, `yes`, `red, blue`. */
export function saidValue(value: CustomFieldValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? value.toLocaleString('en') : `“${valueInWords(value)}”`
}

/** A name for programs made of the title: `Owner of it` becomes `owner-of-it`. */
export const nameFrom = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
