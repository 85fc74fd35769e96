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
import { q, useApi } from '../../data/api.ts'
import { sessionQuery } from '../../data/session.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toast.ts'

type Props = { space: Space; isOpen: boolean; onOpenChange: (is: boolean) => void }
type Values = { organization: string /** Id of a collection, or the top. */; parent: string }

const TOP_LEVEL = 'top'

/** The settings section that moves a space to another collection or organization. */
export function TransferSection({ space, isOpen, onOpenChange }: Props) {
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
        <p>To another organization, to another collection, or both.</p>
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
  const form = useForm<Values>({
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
    ? 'Its pages, files, history and change requests go along. Roles that were given here and values of custom fields stay behind; its access follows what is above it there.'
    : 'All of it goes along. Who has access by the collection it is in now loses that, and who has it by the new one gains it.'

type ParentFieldProps = { organizationId: string; currentSpace: Space | undefined }

/** The collections in which the caller can create, and the top level. */
function ParentField({ organizationId, currentSpace }: ParentFieldProps) {
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
  const currentParent = currentSpace && (currentSpace.parent ?? TOP_LEVEL)
  const refusal = (id: string, mayCreate: boolean | undefined): { refusal?: string } => {
    if (id === currentParent) return { refusal: 'It is here now' }
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
              space: { id: TOP_LEVEL, title: 'Top of the library', emoji: '' },
              ...refusal(TOP_LEVEL, organization?.permissions.createContent),
            },
            ...collections.map(({ id, title, parent, permissions }) => ({
              space: { id, title, emoji: '' },
              where: parent && names.get(parent),
              ...refusal(id, permissions.create),
            })),
          ]}
          selected={field.value ? [field.value] : []}
          onChange={([id]) => setValue('parent', id ?? '', { shouldValidate: true })}
        />
      )}
    </Field>
  )
}
