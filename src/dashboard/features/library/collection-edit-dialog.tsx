import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Collection } from '#contract/collections.ts'
import { TextAreaField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { changedOf } from '../../components/merge-fields.ts'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useVersionedForm } from '../../components/use-versioned-form.ts'
import { ask, useApi } from '../../lib/api.ts'
import { words } from '../../lib/words.ts'
import { changeItem } from './library-cache.ts'
import { titleOf } from './library-rows.ts'

const { update } = api.collections
const fields = update.body.pick({ title: true, description: true }).required()

const valuesOf = ({ title, description = '' }: Collection) => ({ title, description })

/** Title and description of a collection. */
export function CollectionEditDialog({
  collection,
  onClose,
}: {
  collection: Collection
  onClose: () => void
}) {
  const client = useQueryClient()
  const params = { collectionId: collection.id }
  const form = useForm({ resolver: zodResolver(fields), defaultValues: valuesOf(collection) })
  const saving = useApi(update, { meta: { shown: 'in-form' } })
  const editing = useVersionedForm({
    form,
    object: collection,
    valuesOf,
    read: () => ask(api.collections.get, { params }),
    send: (values, now) =>
      saving.mutateAsync({ params, body: changedOf(values, valuesOf(now)), ifMatch: now.version }),
    sending: saving,
    onSaved: (saved) => {
      changeItem(client, saved.id, () => saved)
      onClose()
    },
  })
  return (
    <Dialog title={`Edit ${words.quoted(titleOf(collection))}`} onClose={onClose}>
      <Form {...editing} form={form} schema={fields} submit={words.save} onCancel={onClose}>
        <TextField name="title" label="Title" autoComplete="off" />
        <TextAreaField name="description" label="Description" isOptional rows={2} />
      </Form>
    </Dialog>
  )
}
