import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { CustomField } from '#contract/custom-fields.ts'
import type { Input } from '#contract/route.ts'
import { changedOf } from '../../components/merge-fields.ts'
import { hasOptions, hasPlaceholder } from './field-types.ts'

const { create, update } = api.customFields
const { name, type, title, description, placeholder, options } = create.body.shape

/** What the form holds; options count only where the type has them. */
export const fieldFields = z
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
    const given = options.unwrap().safeParse(field.options)
    const [fault] = given.error?.issues ?? []
    if (fault) context.addIssue({ code: 'custom', path: ['options'], message: optionFault(field.options) })
  })
export type FieldValues = z.infer<typeof fieldFields>

/** What is wrong with options, for people. */
function optionFault(options: readonly string[]): string {
  if (options.length === 0) return 'Give at least one option'
  if (options.some((text) => text.trim() === '')) return 'Every option needs a name'
  if (options.some((text) => text.length > 40)) return 'An option may have 40 characters'
  const twice = options.find((text, at) => options.indexOf(text) !== at)
  return twice === undefined ? 'Give at most 50 options' : `“${twice}” is there twice`
}

export const noField: FieldValues = {
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

/** A new field as the interface takes it; what is empty or does not go with the type is left out. */
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

/** What differs from the field as it is now; its name and type stay. */
export function updateBody(values: FieldValues, now: CustomField): NonNullable<Input<typeof update>['body']> {
  const { name: _name, type: _type, options: chosen, ...texts } = changedOf(values, valuesOf(now))
  return { ...texts, ...(chosen && hasOptions(now.type) ? { options: chosen } : {}) }
}
