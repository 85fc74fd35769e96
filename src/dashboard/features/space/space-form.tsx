import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Input } from '#contract/route.ts'
import { emoji, uri } from '#contract/shared/values.ts'
import { editMode, type Space, spaceTitle } from '#contract/spaces.ts'
import { EmojiField, RadioField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { changedOf } from '../../components/merge-fields.ts'
import { PictureField } from '../../components/picture-field.tsx'
import { Emoji } from '../../components/ui/marks.tsx'
import { useVersionedForm } from '../../components/use-versioned-form.ts'
import { useApi } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { spaceQuery } from './space-queries.ts'

const { update } = api.spaces
const fields = z.object({ title: spaceTitle, emoji, icon: uri.or(z.literal('')), editMode })
type Values = z.infer<typeof fields>

const valuesOf = (space: Space): Values => ({
  title: space.title,
  emoji: space.emoji,
  icon: space.urls.icon ?? '',
  editMode: space.editMode ?? 'live',
})

/** Title, pictures, and whether the space takes edits. */
export function SpaceForm({ space }: { space: Space }) {
  const client = useQueryClient()
  const params = { spaceId: space.id }
  const form = useForm<Values>({ resolver: zodResolver(fields), defaultValues: valuesOf(space) })
  const saving = useApi(update, { meta: { shown: 'in-form' } })
  const editing = useVersionedForm({
    form,
    object: space,
    valuesOf,
    read: () => client.fetchQuery({ ...spaceQuery(space.id), staleTime: 0 }),
    send: (values, now) => saving.mutateAsync({ params, body: bodyOf(values, now), ifMatch: now.version }),
    sending: saving,
    onSaved: (saved) => {
      client.setQueryData(spaceQuery(space.id).queryKey, saved)
      toast.done(`Saved ${words.quoted(saved.title || words.untitled)}`)
    },
  })
  return (
    <section aria-label="General">
      <Form {...editing} form={form} schema={fields} shape="page" submit="Save settings">
        <div className="sp-titled">
          <TextField name="title" label="Title" placeholder={words.untitled} autoComplete="off" />
          <EmojiField name="emoji" label="Emoji" />
        </div>
        <PictureField
          name="icon"
          label="Picture"
          help="Address of a picture that stands in place of the emoji."
          otherwise={<Emoji of={form.watch('emoji')} />}
        />
        <RadioField
          name="editMode"
          label="Edits"
          choices={[
            { value: 'live', label: 'Live', help: 'Readers see what is saved at once.' },
            { value: 'locked', label: 'Locked', help: 'Nothing can be changed until it is unlocked.' },
          ]}
        />
      </Form>
    </section>
  )
}

/** Only what differs from the space as it is now; what is emptied is taken away. */
function bodyOf(values: Values, now: Space): NonNullable<Input<typeof update>['body']> {
  const { emoji: picked, icon, ...same } = changedOf(values, valuesOf(now))
  return {
    ...same,
    ...(picked === undefined ? {} : { emoji: picked || null }),
    ...(icon === undefined ? {} : { icon: icon || null }),
  }
}
