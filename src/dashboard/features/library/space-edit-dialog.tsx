import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { emoji } from '#contract/shared/values.ts'
import { type Space, spaceTitle } from '#contract/spaces.ts'
import { EmojiField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { changedOf } from '../../components/merge-fields.ts'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useVersionedForm } from '../../components/use-versioned-form.ts'
import { ask, useApi } from '../../lib/api.ts'
import { words } from '../../lib/words.ts'
import { changeItem } from './library-cache.ts'
import { titleOf } from './library-rows.ts'

const { update } = api.spaces
const fields = z.object({ title: spaceTitle, emoji })
type Values = z.infer<typeof fields>

const valuesOf = ({ title, emoji }: Space): Values => ({ title, emoji })

/** Title and emoji of a space. */
export function SpaceEditDialog({ space, onClose }: { space: Space; onClose: () => void }) {
  const client = useQueryClient()
  const params = { spaceId: space.id }
  const form = useForm<Values>({ resolver: zodResolver(fields), defaultValues: valuesOf(space) })
  const saving = useApi(update, { meta: { shown: 'in-form' } })
  const editing = useVersionedForm({
    form,
    object: space,
    valuesOf,
    read: () => ask(api.spaces.get, { params }),
    send: (values, now) => {
      const { emoji, ...rest } = changedOf(values, valuesOf(now))
      const body = { ...rest, ...(emoji === undefined ? {} : { emoji: emoji || null }) }
      return saving.mutateAsync({ params, body, ifMatch: now.version })
    },
    sending: saving,
    onSaved: (saved) => {
      changeItem(client, saved.id, () => saved)
      onClose()
    },
  })
  return (
    <Dialog title={`Edit ${words.quoted(titleOf(space))}`} onClose={onClose}>
      <Form {...editing} form={form} schema={fields} submit={words.save} onCancel={onClose}>
        <div className="lib-titled">
          <TextField name="title" label="Title" autoComplete="off" />
          <EmojiField name="emoji" label="Emoji" />
        </div>
      </Form>
    </Dialog>
  )
}
