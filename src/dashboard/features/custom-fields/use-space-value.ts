import { api } from '#contract/api.ts'
import type { CustomField, CustomFieldValue } from '#contract/custom-fields.ts'
import type { Output } from '#contract/route.ts'
import { isSame } from '../../components/merge-fields.ts'
import { optimistic, useApi, type Written } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { valuesQuery } from './field-queries.ts'
import { saidValue } from './field-types.ts'

const { updateOfSpace, listOfSpace } = api.customFields

export type Value = CustomFieldValue | null
type Entries = Output<typeof listOfSpace>

/** The values of a space with one of them changed, given, or taken away. */
export function withValue(entries: Entries, customField: CustomField, value: Value): Entries {
  const others = entries.filter((entry) => entry.customField.name !== customField.name)
  return value === null ? others : [...others, { customField, value }]
}

/** Gives a space a value, at once and with a way back. */
export function useSpaceValue(spaceId: string, fields: readonly CustomField[]) {
  const setting = useApi(updateOfSpace, {
    ...optimistic(valuesQuery(spaceId), (entries: Entries, { body }: Written<typeof updateOfSpace>) =>
      Object.entries(body?.values ?? {}).reduce((all, [name, { value }]) => {
        const field = fields.find((one) => one.name === name)
        return field ? withValue(all, field, value) : all
      }, entries),
    ),
    meta: { refused: 'The value went back to what it was' },
  })
  const send = (field: CustomField, value: Value) =>
    setting.mutateAsync({ params: { spaceId }, body: { values: { [field.name]: { value } } } })
  return async (field: CustomField, value: Value, before: Value) => {
    if (isSame(value, before)) return
    try {
      await send(field, value)
    } catch {
      // The refusal is said where writes are, and the old value is shown again.
      return
    }
    const name = words.quoted(field.title || field.name)
    const text = value === null ? `Cleared ${name}` : `Set ${name} to ${saidValue(value)}`
    toast.undoable(text, () => void send(field, before).catch(() => undefined))
  }
}
