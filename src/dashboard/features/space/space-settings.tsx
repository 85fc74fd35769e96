import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Trash2, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useController, useForm, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Input } from '#contract/route.ts'
import { emoji, uri } from '#contract/shared/values.ts'
import { editMode, type Space, spaceTitle } from '#contract/spaces.ts'
import { EmojiField, PictureField, RadioField, SelectField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { changedOf } from '../../components/merge-fields.ts'
import { SpacePicker } from '../../components/space-picker.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Emoji } from '../../components/ui/marks.tsx'
import { useSpaceCopy, useSpaceRemoval } from '../../components/use-space-actions.ts'
import { useVersionedForm } from '../../components/use-versioned-form.ts'
import { q, useApi } from '../../data/api.ts'
import { sessionQuery } from '../../data/session.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toast.ts'
import { spaceQuery } from './queries.ts'
import styles from './space.module.css'

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
            To change the settings of this space, you need the Create or Admin role in it.
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
    target: { organizationId: space.organization, type: 'space', id: space.id },
    valuesOf,
    read: () => client.fetchQuery({ ...spaceQuery(space.id), staleTime: 0 }),
    send: (values, now) =>
      saving.mutateAsync({ params, body: updateBody(values, now), ifMatch: now.version }),
    sending: saving,
    onSaved: (saved) => client.setQueryData(spaceQuery(space.id).queryKey, saved),
    savedMessage: ({ title }) => `Saved ${labels.quoted(title || labels.untitled)}`,
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
          help="URL of an image to use instead of the emoji."
          otherwise={<Emoji of={form.watch('emoji')} />}
        />
        <div id="edits">
          <RadioField
            name="editMode"
            label="Edits"
            choices={[
              { value: 'live', label: 'Live', help: 'Readers see saved changes right away.' },
              { value: 'locked', label: 'Locked', help: 'Pages change only through change requests.' },
            ]}
          />
        </div>
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
        <p>Copies the space with its pages and files. Change requests, comments and access aren’t copied.</p>
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
        <p>It moves to the trash. You can restore it with all its contents for 7 days.</p>
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

type TransferSectionProps = { space: Space; isOpen: boolean; onOpenChange: (is: boolean) => void }
type TransferValues = { organization: string /** Id of a collection, or the top. */; parent: string }

const TOP_LEVEL = 'top'

/** The settings section that moves a space to another collection or organization. */
function TransferSection({ space, isOpen, onOpenChange }: TransferSectionProps) {
  useActions([
    {
      id: 'transfer',
      label: `Transfer ${labels.quoted(space.title)}`,
      icon: Truck,
      run: () => onOpenChange(true),
    },
  ])
  return (
    <section className="section-action" aria-labelledby="space-transfer">
      <div>
        <h2 id="space-transfer">Transfer this space</h2>
        <p>Move it to another collection or organization.</p>
      </div>
      <Button variant="outline" icon={Truck} onClick={() => onOpenChange(true)}>
        Transfer
      </Button>
      {isOpen && <TransferDialog space={space} onClose={() => onOpenChange(false)} />}
    </section>
  )
}

function TransferDialog({ space, onClose }: { space: Space; onClose: () => void }) {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const navigate = useNavigate()
  const form = useForm<TransferValues>({
    defaultValues: { organization: space.organization, parent: '' },
  })
  const name = labels.quoted(space.title || labels.untitled)
  const organizationId = form.watch('organization')
  const isLeaving = organizationId !== space.organization
  const transfer = useApi(api.spaces.transfer, {
    meta: { shown: 'in-form' },
    onSuccess: async (transferred) => {
      const { title = '' } = session.organizations.find(({ id }) => id === transferred.organization) ?? {}
      onClose()
      await navigate({ to: paths.space(transferred.id) })
      toast.done(isLeaving ? `Transferred ${name} to ${labels.quoted(title)}` : `Transferred ${name}`)
    },
  })
  return (
    <Dialog title={`Transfer ${name}`} description={transferDescription(isLeaving)} onClose={onClose}>
      <Form
        form={form}
        mutation={transfer}
        submit="Transfer space"
        onCancel={onClose}
        isGuarded={false}
        onSubmit={({ organization, parent }) =>
          transfer.mutate({
            params: { spaceId: space.id },
            body: { organization, parent: parent === TOP_LEVEL ? null : parent },
          })
        }
      >
        <SelectField
          name="organization"
          label="Organization"
          choices={session.organizations.map(({ id, title }) => ({ value: id, label: title }))}
        />
        <ParentField
          key={organizationId}
          organizationId={organizationId}
          currentSpace={isLeaving ? undefined : space}
        />
      </Form>
    </Dialog>
  )
}

const transferDescription = (isLeaving: boolean): string =>
  isLeaving
    ? 'Pages, files, history and change requests are transferred too. Roles assigned here and custom field values aren’t. Access follows the new location.'
    : 'Everything in it moves too. People lose access they have through the current collection and get access through the new one.'

type ParentFieldProps = { organizationId: string; currentSpace: Space | undefined }

/** The collections in which the caller can create, and the top level. */
function ParentField({ organizationId, currentSpace }: ParentFieldProps) {
  const { setValue } = useFormContext<TransferValues>()
  const { field, fieldState } = useController<TransferValues, 'parent'>({
    name: 'parent',
    rules: { required: 'Choose a destination' },
  })
  const params = { organizationId }
  const organization = useQuery(q(api.organizations.get, { params })).data
  const { data, isPending } = useQuery(q(api.collections.list, { params, query: { limit: 1000 } }))
  const collections = data?.items ?? []
  const names = new Map(collections.map(({ id, title }) => [id, title]))
  const currentParent = currentSpace && (currentSpace.parent ?? TOP_LEVEL)
  const disabledReason = (id: string, mayCreate: boolean): string | undefined => {
    if (id === currentParent) return 'The space is here now'
    return mayCreate ? undefined : 'You need the Create role here'
  }
  return (
    <Field label="In" error={fieldState.error?.message}>
      {(tied) => (
        <SpacePicker
          {...tied}
          label="Destinations"
          noun="collection"
          isLoading={isPending}
          spaces={[
            {
              space: { id: TOP_LEVEL, title: 'Top level of the library', emoji: '' },
              disabledReason: disabledReason(TOP_LEVEL, organization?.permissions.createContent !== false),
            },
            ...collections.map(({ id, title, parent, permissions }) => ({
              space: { id, title, emoji: '' },
              where: parent && names.get(parent),
              disabledReason: disabledReason(id, permissions.create),
            })),
          ]}
          selected={field.value ? [field.value] : []}
          onChange={([id]) => setValue('parent', id ?? '', { shouldValidate: true })}
        />
      )}
    </Field>
  )
}
