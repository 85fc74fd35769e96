import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import type { Team } from '#contract/teams.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { MemberPicker, type Picked } from '../../components/member-picker.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { hasAddress } from '../../lib/addresses.ts'
import { ask } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'

const { create } = api.teams
const fields = create.body.pick({ title: true })

/** Makes a team with the members to begin with, and goes to it. */
export function NewTeamDialog({
  organization,
  onClose,
}: {
  organization: Organization
  onClose: () => void
}) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<readonly Picked[]>([])
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { title: '' } })
  const making = useMutation<Team, Error, string>({
    mutationFn: (title) => makeTeam(organization.id, title, chosen),
    meta: { resource: 'teams', shown: 'in-form' },
    onSuccess: ({ id }) => navigate({ to: places.team(organization.id, id) }),
  })
  return (
    <Dialog
      title="New team"
      description="Give it roles afterwards, on spaces and collections."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={making}
        schema={fields}
        submit="Make team"
        onCancel={onClose}
        onSubmit={({ title }) => making.mutate(title)}
      >
        <TextField name="title" label="Title" autoComplete="off" />
        <Field label="Members" isOptional>
          {(tied) => (
            <MemberPicker
              {...tied}
              many
              organizationId={organization.id}
              label="Members"
              chosen={chosen}
              onChange={setChosen}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}

/** Addresses can only be added to a team that is there; when they are refused, the team stays and that is said. */
async function makeTeam(organizationId: string, title: string, chosen: readonly Picked[]): Promise<Team> {
  const ids = chosen.map(({ id }) => id)
  const members = ids.filter((id) => !hasAddress(id))
  const add = ids.filter(hasAddress)
  const team = await ask(create, {
    params: { organizationId },
    body: { title, ...(members.length > 0 ? { members } : {}) },
  })
  if (add.length > 0) {
    await ask(api.teamMembers.updateAll, {
      params: { organizationId, teamId: team.id },
      body: { add },
    }).catch((error: unknown) =>
      toast.refused('The pasted addresses were not added', { reason: reasonOf(error) }),
    )
  }
  return team
}
