import { api } from '#contract/api.ts'
import type { CustomField, CustomFieldValue } from '#contract/custom-fields.ts'
import type { Output } from '#contract/route.ts'
import { confirm } from '../../components/confirm.tsx'
import { isSame } from '../../components/merge-fields.ts'
import { useApi, type WriteInput } from '../../data/api.ts'
import { optimistic } from '../../data/optimistic.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { formatValue } from './labels.ts'
import { valuesQuery } from './queries.ts'

/** Deletes a field after confirmation, since its values are lost. */
export function useDeleteField(organizationId: string) {
  const deleting = useApi(api.customFields.delete, { meta: { refused: 'Couldn’t delete the field' } })
  return async (field: CustomField) => {
    const name = labels.quoted(field.title || field.name)
    const isSure = await confirm({
      title: `Delete the field ${name}?`,
      description: 'Its values in all spaces are deleted too. This can’t be undone.',
      action: `Delete ${field.title || field.name}`,
      danger: true,
    })
    if (!isSure) return
    deleting.mutate(
      { params: { organizationId, fieldName: field.name }, ifMatch: field.version },
      { onSuccess: () => void toast.done(`Deleted the field ${name}`) },
    )
  }
}

const { updateOfSpace, listOfSpace } = api.customFields

export type Value = CustomFieldValue | null
type Entries = Output<typeof listOfSpace>

/** The values of a space with one of them set or cleared. */
function withValue(entries: Entries, customField: CustomField, value: Value): Entries {
  const others = entries.filter((entry) => entry.customField.name !== customField.name)
  return value === null ? others : [...others, { customField, value }]
}

/** Sets a value of a space optimistically, with undo. */
export function useSetSpaceValue(spaceId: string, fields: readonly CustomField[]) {
  const setting = useApi(updateOfSpace, {
    ...optimistic(valuesQuery(spaceId), (entries: Entries, { body }: WriteInput<typeof updateOfSpace>) =>
      Object.entries(body?.values ?? {}).reduce((all, [name, { value }]) => {
        const field = fields.find((one) => one.name === name)
        return field ? withValue(all, field, value) : all
      }, entries),
    ),
    meta: { refused: 'Couldn’t save the value' },
  })
  const send = (field: CustomField, value: Value) =>
    setting.mutateAsync({ params: { spaceId }, body: { values: { [field.name]: { value } } } })
  return async (field: CustomField, value: Value, before: Value) => {
    if (isSame(value, before)) return
    try {
      await send(field, value)
    } catch {
      // The toast of the failed write says why, and the previous value is shown again.
      return
    }
    const name = labels.quoted(field.title || field.name)
    const text = value === null ? `Cleared ${name}` : `Set ${name} to ${formatValue(value)}`
    offerUndo(text, () => void send(field, before).catch(() => undefined))
  }
}
