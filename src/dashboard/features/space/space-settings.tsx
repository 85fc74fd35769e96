import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Copy, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Input } from '#contract/route.ts'
import { emoji, uri } from '#contract/shared/values.ts'
import { editMode, type Space, spaceTitle } from '#contract/spaces.ts'
import { EmojiField, PictureField, RadioField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { changedOf } from '../../components/merge-fields.ts'
import { Button } from '../../components/ui/button.tsx'
import { Emoji } from '../../components/ui/marks.tsx'
import { useSpaceCopy, useSpaceRemoval } from '../../components/use-space-actions.ts'
import { useVersionedForm } from '../../components/use-versioned-form.ts'
import { useApi } from '../../data/api.ts'
import { labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { spaceQuery } from './queries.ts'
import styles from './space.module.css'
import { TransferSection } from './transfer-dialog.tsx'

type Props = {
  space: Space
  /** The custom fields of the space. */
  fields: ReactNode
  isTransferring: boolean
  onTransferringChange: (is: boolean) => void
}

/** General settings, custom fields, transfer, duplicate and delete. */
export function SpaceSettings({ space, fields, isTransferring, onTransferringChange }: Props) {
  const { admin } = space.permissions
  return (
    <div className="scroll">
      <div className="settings">
        {admin ? (
          <SpaceForm space={space} />
        ) : (
          <p className="soft">
            To change the settings of this space you need the role Create or Admin in it.
          </p>
        )}
        {fields}
        {admin && (
          <div className="section-actions">
            <TransferSection space={space} isOpen={isTransferring} onOpenChange={onTransferringChange} />
            <DuplicateSection space={space} />
            <DeleteSection space={space} />
          </div>
        )}
      </div>
    </div>
  )
}

const { update } = api.spaces
const fields = z.object({ title: spaceTitle, emoji, icon: uri.or(z.literal('')), editMode })
type Values = z.infer<typeof fields>

const valuesOf = (space: Space): Values => ({
  title: space.title,
  emoji: space.emoji,
  icon: space.urls.icon ?? '',
  editMode: space.editMode ?? 'live',
})

/** Title, emoji, picture and edit mode. */
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
    send: (values, now) =>
      saving.mutateAsync({ params, body: updateBody(values, now), ifMatch: now.version }),
    sending: saving,
    onSaved: (saved) => {
      client.setQueryData(spaceQuery(space.id).queryKey, saved)
      toast.done(`Saved ${labels.quoted(saved.title || labels.untitled)}`)
    },
  })
  return (
    <section aria-label="General">
      <Form {...editing} form={form} schema={fields} shape="page" submit="Save settings">
        <div className={styles.titled}>
          <TextField name="title" label="Title" placeholder={labels.untitled} autoComplete="off" />
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

/** Only the changed fields; null clears one. */
function updateBody(values: Values, now: Space): NonNullable<Input<typeof update>['body']> {
  const { emoji: emojiValue, icon, ...others } = changedOf(values, valuesOf(now))
  return {
    ...others,
    ...(emojiValue === undefined ? {} : { emoji: emojiValue || null }),
    ...(icon === undefined ? {} : { icon: icon || null }),
  }
}

function DuplicateSection({ space }: { space: Space }) {
  const copy = useSpaceCopy()
  return (
    <section className="section-action" aria-labelledby="space-copy">
      <div>
        <h2 id="space-copy">Duplicate this space</h2>
        <p>A copy with its pages and files, beside it. Change requests, comments and access stay here.</p>
      </div>
      <Button variant="outline" icon={Copy} aria-busy={copy.isBusy} onClick={() => copy.run(space)}>
        Duplicate
      </Button>
    </section>
  )
}

function DeleteSection({ space }: { space: Space }) {
  const removal = useSpaceRemoval()
  return (
    <section className="section-action" aria-labelledby="space-end">
      <div>
        <h2 id="space-end">Delete this space</h2>
        <p>It stays in the trash for 7 days, from where it comes back with all it holds.</p>
      </div>
      <Button
        variant="danger-outline"
        icon={Trash2}
        aria-busy={removal.isBusy}
        onClick={() => removal.run(space)}
      >
        Delete space
      </Button>
    </section>
  )
}
