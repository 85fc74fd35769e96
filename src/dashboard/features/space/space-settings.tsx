import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Input } from '#contract/route.ts'
import { emoji } from '#contract/shared/values.ts'
import { editMode, type Space, spaceTitle } from '#contract/spaces.ts'
import { EmojiField, RadioField, SelectField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { useApi } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'

const { update } = api.spaces
const nobody = 'none'

const levels = [
  { value: 'inherit', label: 'As what is above it' },
  { value: 'admin', label: 'Everyone can do everything' },
  { value: 'create', label: 'Everyone can manage it' },
  { value: 'review', label: 'Everyone can review' },
  { value: 'edit', label: 'Everyone can edit' },
  { value: 'comment', label: 'Everyone can comment' },
  { value: 'read', label: 'Everyone can read' },
  { value: nobody, label: 'Named people only' },
] as const

const fields = z.object({
  title: spaceTitle,
  emoji,
  editMode,
  level: z.enum(levels.map(({ value }) => value)),
})
type Values = z.infer<typeof fields>
type Body = NonNullable<Input<typeof update>['body']>

const valuesOf = (space: Space): Values => ({
  title: space.title,
  emoji: space.emoji,
  editMode: space.editMode ?? 'live',
  level: space.defaultLevelFrom?.id === space.id ? (space.defaultLevel ?? nobody) : 'inherit',
})

/** What a space is called, whether it takes edits, and who may do what in it by default. */
export function SpaceSettings({ space }: { space: Space }) {
  const form = useForm<Values>({
    resolver: zodResolver(fields),
    values: valuesOf(space),
    resetOptions: { keepDirtyValues: true },
  })
  const saving = useApi(update, {
    meta: { shown: 'in-form' },
    onSuccess: (saved) => {
      form.reset(valuesOf(saved))
      toast.done(`Saved ${words.quoted(saved.title || words.untitled)}`)
    },
  })
  return (
    <div className="scroll sp-settings">
      <Form
        form={form}
        mutation={saving}
        schema={fields}
        shape="page"
        submit="Save settings"
        onSubmit={(values) =>
          saving.mutate({
            params: { spaceId: space.id },
            body: bodyOf(values, space),
            ifMatch: space.version,
          })
        }
      >
        <div className="sp-titled">
          <TextField name="title" label="Title" placeholder={words.untitled} autoComplete="off" />
          <EmojiField name="emoji" label="Emoji" />
        </div>
        <RadioField
          name="editMode"
          label="Edits"
          choices={[
            { value: 'live', label: 'Live', help: 'Readers see what is saved at once.' },
            { value: 'locked', label: 'Locked', help: 'Nothing can be changed until it is unlocked.' },
          ]}
        />
        <SelectField
          name="level"
          label="Who can, unless they are named"
          help="People and teams that are named in the space or above it keep what they have."
          choices={levels}
        />
      </Form>
    </div>
  )
}

/** Only what was changed, so that a value taken from above stays taken from above. */
function bodyOf(now: Values, space: Space): Body {
  const before = valuesOf(space)
  const { level } = now
  return {
    ...(now.title === before.title ? {} : { title: now.title }),
    ...(now.emoji === before.emoji ? {} : { emoji: now.emoji || null }),
    ...(now.editMode === before.editMode ? {} : { editMode: now.editMode }),
    ...(level === before.level ? {} : { defaultLevel: level === nobody ? null : level }),
  }
}
