import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Space } from '#contract/spaces.ts'
import { EmojiField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useApi } from '../../lib/api.ts'
import { words } from '../../lib/words.ts'
import { titleOf } from './library-rows.ts'
import { changeItem } from './shelf-queries.ts'

const { update } = api.spaces
const fields = update.body.pick({ title: true, emoji: true })

/** Title and emoji of a space. */
export function SpaceEditDialog({ space, onClose }: { space: Space; onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm({
    resolver: zodResolver(fields),
    defaultValues: { title: space.title, emoji: space.emoji },
  })
  const saving = useApi(update, {
    meta: { shown: 'in-form' },
    onSuccess: (now) => {
      changeItem(client, now.id, () => now)
      onClose()
    },
  })
  return (
    <Dialog title={`Edit ${words.quoted(titleOf(space))}`} onClose={onClose}>
      <Form
        form={form}
        mutation={saving}
        schema={fields}
        submit={words.save}
        onCancel={onClose}
        onSubmit={({ title, emoji }) =>
          saving.mutate({
            params: { spaceId: space.id },
            body: { ...(title === undefined ? {} : { title }), emoji: emoji || null },
            ifMatch: space.version,
          })
        }
      >
        <div className="lib-titled">
          <TextField name="title" label="Title" autoComplete="off" />
          <EmojiField name="emoji" label="Emoji" />
        </div>
      </Form>
    </Dialog>
  )
}
