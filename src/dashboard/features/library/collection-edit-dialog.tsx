import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Collection } from '#contract/collections.ts'
import { TextAreaField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useApi } from '../../lib/api.ts'
import { words } from '../../lib/words.ts'
import { titleOf } from './library-rows.ts'
import { changeItem } from './shelf-queries.ts'

const { update } = api.collections
const fields = update.body.pick({ title: true, description: true })

/** Title and description of a collection. */
export function CollectionEditDialog({
  collection,
  onClose,
}: {
  collection: Collection
  onClose: () => void
}) {
  const client = useQueryClient()
  const form = useForm({
    resolver: zodResolver(fields),
    defaultValues: { title: collection.title, description: collection.description ?? '' },
  })
  const saving = useApi(update, {
    meta: { shown: 'in-form' },
    onSuccess: (now) => {
      changeItem(client, now.id, () => now)
      onClose()
    },
  })
  return (
    <Dialog title={`Edit ${words.quoted(titleOf(collection))}`} onClose={onClose}>
      <Form
        form={form}
        mutation={saving}
        schema={fields}
        submit={words.save}
        onCancel={onClose}
        onSubmit={(body) =>
          saving.mutate({ params: { collectionId: collection.id }, body, ifMatch: collection.version })
        }
      >
        <TextField name="title" label="Title" autoComplete="off" />
        <TextAreaField name="description" label="Description" isOptional rows={2} />
      </Form>
    </Dialog>
  )
}
