import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Truck } from 'lucide-react'
import { useController, useForm, useFormContext } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Space } from '#contract/spaces.ts'
import { SelectField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { SpacePicker } from '../../components/space-picker.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { q, useApi } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { sessionQuery } from '../../lib/session.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'

type Props = { space: Space; isAsking: boolean; onAsk: (is: boolean) => void }
type Values = { organization: string /** Id of a collection, or the top. */; parent: string }

const top = 'top'

/** The way to another collection or organization. */
export function TransferAct({ space, isAsking, onAsk }: Props) {
  useActs([
    { id: 'transfer', label: `Transfer ${words.quoted(space.title)}`, icon: Truck, run: () => onAsk(true) },
  ])
  return (
    <section className="end-act" aria-labelledby="space-transfer">
      <div>
        <h2 id="space-transfer">Transfer this space</h2>
        <p>To another organization, to another collection, or both.</p>
      </div>
      <Button look="line" icon={Truck} onClick={() => onAsk(true)}>
        Transfer
      </Button>
      {isAsking && <TransferDialog space={space} onClose={() => onAsk(false)} />}
    </section>
  )
}

function TransferDialog({ space, onClose }: { space: Space; onClose: () => void }) {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const navigate = useNavigate()
  const form = useForm<Values>({
    defaultValues: { organization: space.organization, parent: '' },
  })
  const name = words.quoted(space.title || words.untitled)
  const organizationId = form.watch('organization')
  const isLeaving = organizationId !== space.organization
  const moving = useApi(api.spaces.transfer, {
    meta: { shown: 'in-form' },
    onSuccess: async (moved) => {
      const { title = '' } = session.organizations.find(({ id }) => id === moved.organization) ?? {}
      onClose()
      await navigate({ to: places.space(moved.id) })
      toast.done(isLeaving ? `Transferred ${name} to ${words.quoted(title)}` : `Transferred ${name}`)
    },
  })
  return (
    <Dialog title={`Transfer ${name}`} description={along(isLeaving)} onClose={onClose}>
      <Form
        form={form}
        mutation={moving}
        submit="Transfer space"
        onCancel={onClose}
        isGuarded={false}
        onSubmit={({ organization, parent }) =>
          moving.mutate({
            params: { spaceId: space.id },
            body: { organization, parent: parent === top ? null : parent },
          })
        }
      >
        <SelectField
          name="organization"
          label="Organization"
          choices={session.organizations.map(({ id, title }) => ({ value: id, label: title }))}
        />
        <PlaceField
          key={organizationId}
          organizationId={organizationId}
          here={isLeaving ? undefined : space}
        />
      </Form>
    </Dialog>
  )
}

/** What goes along and what does not. */
const along = (isLeaving: boolean): string =>
  isLeaving
    ? 'Its pages, files, history and change requests go along. Roles that were given here and values of custom fields stay behind; its access follows what is above it there.'
    : 'All of it goes along. Who has access by the collection it is in now loses that, and who has it by the new one gains it.'

type PlaceProps = { organizationId: string; here: Space | undefined }

/** The collections of an organization in which the caller may make things, and its top. */
function PlaceField({ organizationId, here }: PlaceProps) {
  const { setValue } = useFormContext<Values>()
  const { field, fieldState } = useController<Values, 'parent'>({
    name: 'parent',
    rules: { required: 'Choose where it goes' },
  })
  const params = { organizationId }
  const organization = useQuery(q(api.organizations.get, { params })).data
  const { data, isPending } = useQuery(q(api.collections.list, { params, query: { limit: 1000 } }))
  const collections = data?.items ?? []
  const names = new Map(collections.map(({ id, title }) => [id, title]))
  const at = here && (here.parent ?? top)
  const refusal = (id: string, mayCreate: boolean | undefined): { refusal?: string } => {
    if (id === at) return { refusal: 'It is here now' }
    return mayCreate ? {} : { refusal: 'You need the role Create here' }
  }
  return (
    <Field label="In" error={fieldState.error?.message}>
      {(tied) => (
        <SpacePicker
          {...tied}
          label="Places"
          noun="collection"
          isLoading={isPending}
          spaces={[
            {
              space: { id: top, title: 'Top of the library', emoji: '' },
              ...refusal(top, organization?.permissions.createContent),
            },
            ...collections.map(({ id, title, parent, permissions }) => ({
              space: { id, title, emoji: '' },
              where: parent && names.get(parent),
              ...refusal(id, permissions.create),
            })),
          ]}
          chosen={field.value ? [field.value] : []}
          onChange={([id]) => setValue('parent', id ?? '', { shouldValidate: true })}
        />
      )}
    </Field>
  )
}
