import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Invite } from '#contract/organization-invites.ts'
import type { Organization } from '#contract/organizations.ts'
import type { Input } from '#contract/route.ts'
import { type Role, roles } from '#contract/shared/permissions.ts'
import { RadioField, SelectField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { SpacePicker } from '../../components/space-picker.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CopyField } from '../../components/ui/copy.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { q, useApi } from '../../data/api.ts'
import { useSpaceOptions } from '../../data/spaces.ts'
import { labels } from '../../lib/labels.ts'
import { roleDescriptions, roleNames } from '../../lib/role-labels.ts'
import { inviteTarget } from './labels.ts'

const { create } = api.organizationInvites
type Kind = 'organization' | 'space' | 'collection'
type Values = { kind: Kind; target: string; role: Role }
type Props = { organization: Organization; onClose: () => void }

/** Creates a link to the organization, a space or a collection, and shows it. */
export function NewInviteDialog({ organization, onClose }: Props) {
  const [invite, setInvite] = useState<Invite | null>(null)
  if (invite) return <CreatedInviteDialog invite={invite} organization={organization} onClose={onClose} />
  return <InviteForm organization={organization} onClose={onClose} onCreated={setInvite} />
}

function InviteForm({ organization, onClose, onCreated }: Props & { onCreated: (invite: Invite) => void }) {
  const form = useForm<Values>({ defaultValues: { kind: 'organization', target: '', role: 'read' } })
  const creation = useApi(create, { meta: { shown: 'in-form' }, onSuccess: onCreated })
  const { kind, role } = form.watch()
  return (
    <Dialog
      title="New invite link"
      description="Anyone with the link can join until you revoke it."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={creation}
        submit="Create link"
        onCancel={onClose}
        onSubmit={(values) =>
          creation.mutate({ params: { organizationId: organization.id }, body: bodyOf(values) })
        }
      >
        <RadioField
          name="kind"
          label="Gives access to"
          choices={[
            {
              value: 'organization',
              label: organization.title,
              help: 'People who join become members with the role below.',
            },
            { value: 'space', label: 'A space', help: 'People who join are guests who see only this space.' },
            {
              value: 'collection',
              label: 'A collection',
              help: 'People who join are guests who see everything in it.',
            },
          ]}
        />
        {kind === 'space' && <SpaceChoice organizationId={organization.id} />}
        {kind === 'collection' && <CollectionChoice organizationId={organization.id} />}
        <SelectField
          name="role"
          label={kind === 'organization' ? 'Role' : 'Role there'}
          help={roleDescriptions[role]}
          choices={roles.map((value) => ({ value, label: roleNames[value] }))}
        />
      </Form>
    </Dialog>
  )
}

function bodyOf({ kind, target, role }: Values): Input<typeof create>['body'] {
  if (kind === 'organization') return { role }
  return kind === 'space' ? { level: role, space: target } : { level: role, collection: target }
}

function useTarget(noun: string) {
  const { field, fieldState } = useController<Values, 'target'>({
    name: 'target',
    rules: { required: `Choose a ${noun}` },
    shouldUnregister: true,
    defaultValue: '',
  })
  return {
    error: fieldState.error?.message,
    selected: field.value ? [field.value] : [],
    onChange: ([id]: readonly string[]) => field.onChange(id ?? ''),
  }
}

function SpaceChoice({ organizationId }: { organizationId: string }) {
  const { error, ...target } = useTarget('space')
  const { spaces, isLoading } = useSpaceOptions(organizationId)
  return (
    <Field label="Space" error={error}>
      {(inputProps) => (
        <SpacePicker {...inputProps} {...target} label="Spaces" spaces={spaces} isLoading={isLoading} />
      )}
    </Field>
  )
}

function CollectionChoice({ organizationId }: { organizationId: string }) {
  const { error, ...target } = useTarget('collection')
  const { data, isPending } = useQuery(
    q(api.collections.list, { params: { organizationId }, query: { limit: 1000 } }),
  )
  const items = data?.items ?? []
  const names = new Map(items.map(({ id, title }) => [id, title]))
  return (
    <Field label="Collection" error={error}>
      {(inputProps) => (
        <SpacePicker
          {...inputProps}
          {...target}
          label="Collections"
          noun="collection"
          isLoading={isPending}
          spaces={items
            .filter(({ permissions }) => permissions.admin)
            .map(({ id, title, parent }) => ({
              space: { id, title, emoji: '' },
              where: parent && names.get(parent),
            }))}
        />
      )}
    </Field>
  )
}

const CreatedInviteDialog = ({ invite, organization, onClose }: Props & { invite: Invite }) => {
  const { title, role } = inviteTarget(invite, organization.title)
  return (
    <Dialog
      title={`Link to ${title}`}
      description={`People who join with this link get the ${roleNames[role]} role. You can copy it again from the list.`}
      onClose={onClose}
    >
      <DialogBody>
        <CopyField text={invite.urls.app} what={`link to ${title}`} />
      </DialogBody>
      <DialogFoot>
        <Button size="form" variant="primary" onClick={onClose}>
          {labels.close}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
