import { api } from '#contract/api.ts'
import type { CustomField } from '#contract/custom-fields.ts'
import { confirm } from '../../components/confirm-store.ts'
import { useApi } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'

/** Deletes a field after asking, since its values do not come back. */
export function useFieldRemoval(organizationId: string) {
  const deleting = useApi(api.customFields.delete, { meta: { refused: 'The field stays' } })
  return async (field: CustomField) => {
    const name = words.quoted(field.title || field.name)
    const isSure = await confirm({
      title: `Delete the field ${name}?`,
      description: 'Its values go with it in every space that has one. This cannot be undone.',
      act: `Delete ${field.title || field.name}`,
      danger: true,
    })
    if (!isSure) return
    deleting.mutate(
      { params: { organizationId, fieldName: field.name }, ifMatch: field.version },
      { onSuccess: () => void toast.done(`Deleted the field ${name}`) },
    )
  }
}
