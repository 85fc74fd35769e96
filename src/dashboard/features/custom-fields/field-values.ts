import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { CustomField } from '#contract/custom-fields.ts'
import type { Input } from '#contract/route.ts'
import { changedOf } from '../../components/merge-fields.ts'
import { hasOptions, hasPlaceholder } from './labels.ts'

const { create, update } = api.customFields
const { name, type, title, description, placeholder, options } = create.body.shape

/** The form’s values; options count only for types that have them. */
export const fieldSchema = z
  .object({
    title: title.unwrap(),
    name,
    type,
    description: description.unwrap(),
    placeholder: placeholder.unwrap(),
    options: z.array(z.string()),
  })
  .superRefine((field, context) => {
    if (!hasOptions(field.type)) return
    const parsed = options.unwrap().safeParse(field.options)
    const [issue] = parsed.error?.issues ?? []
    if (issue) context.addIssue({ code: 'custom', path: ['options'], message: optionsError(field.options) })
  })
export type FieldValues = z.infer<typeof fieldSchema>

/** The error of a list of options. */
function optionsError(options: readonly string[]): string {
  if (options.length === 0) return 'Enter at least one option'
  if (options.some((text) => text.trim() === '')) return 'Every option needs a name'
  if (options.some((text) => text.length > 40)) return 'Use 40 characters or fewer for each option'
  const duplicate = options.find((text, at) => options.indexOf(text) !== at)
  return duplicate === undefined ? 'Use 50 options or fewer' : `“${duplicate}” is listed twice`
}

export const emptyField: FieldValues = {
  title: '',
  name: '',
  type: 'text',
  description: '',
  placeholder: '',
  options: [],
}

export const valuesOf = (field: CustomField): FieldValues => ({
  title: field.title ?? '',
  name: field.name,
  type: field.type,
  description: field.description ?? '',
  placeholder: field.placeholder ?? '',
  options: field.options ?? [],
})

/** The body that creates a field, without values that are empty or do not fit the type. */
export function createBody(values: FieldValues): NonNullable<Input<typeof create>['body']> {
  return {
    name: values.name,
    type: values.type,
    ...(values.title ? { title: values.title } : {}),
    ...(values.description ? { description: values.description } : {}),
    ...(values.placeholder && hasPlaceholder(values.type) ? { placeholder: values.placeholder } : {}),
    ...(hasOptions(values.type) ? { options: values.options } : {}),
  }
}

/** The body that updates a field: only what changed; name and type cannot change. */
export function updateBody(values: FieldValues, now: CustomField): NonNullable<Input<typeof update>['body']> {
  const { name: _name, type: _type, options: chosen, ...texts } = changedOf(values, valuesOf(now))
  return { ...texts, ...(chosen && hasOptions(now.type) ? { options: chosen } : {}) }
}
