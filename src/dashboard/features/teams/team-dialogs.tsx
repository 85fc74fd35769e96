import { zodResolver } from '@hookform/resolvers/zod'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import type { Team, TeamRole } from '#contract/teams.ts'
import { SelectField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { MemberPicker, type PickedMember } from '../../components/member-picker.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { callApi, itemsOf } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { emailError, hasAddress } from '../../lib/email-addresses.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { teamRoleChoices, teamRoleDescriptions } from '../../lib/role-labels.ts'
import { toast } from '../../lib/toast.ts'
import type { TeamMembers } from './mutations.ts'
import { teamMembersQuery } from './queries.ts'

const { create } = api.teams
const fields = create.body.pick({ title: true })

/** Creates a team with its first members and opens it. */
export function NewTeamDialog({
  organization,
  onClose,
}: {
  organization: Organization
  onClose: () => void
}) {
  const navigate = useNavigate()
  const [selected, setChosen] = useState<readonly PickedMember[]>([])
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { title: '' } })
  const creation = useMutation<Team, Error, string>({
    mutationFn: (title) => createTeam(organization.id, title, selected),
    meta: { resource: 'teams', shown: 'in-form' },
    // Back goes to the list, not to the dialog again.
    onSuccess: ({ id }) => navigate({ to: paths.team(organization.id, id), replace: true }),
  })
  return (
    <Dialog
      title="New team"
      description="Then assign roles on spaces and collections to it."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={creation}
        schema={fields}
        submit="Create team"
        onCancel={onClose}
        onSubmit={({ title }) => creation.mutate(title)}
      >
        <TextField name="title" label="Title" autoComplete="off" />
        <Field label="Members" isOptional>
          {(inputProps) => (
            <MemberPicker
              {...inputProps}
              many
              organizationId={organization.id}
              label="Members"
              selected={selected}
              onChange={setChosen}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}

/** Email addresses can only be added to an existing team. If that fails, the team remains and a toast says so. */
async function createTeam(
  organizationId: string,
  title: string,
  selected: readonly PickedMember[],
): Promise<Team> {
  const ids = selected.map(({ id }) => id)
  const members = ids.filter((id) => !hasAddress(id))
  const add = ids.filter(hasAddress)
  const team = await callApi(create, {
    params: { organizationId },
    body: { title, ...(members.length > 0 ? { members } : {}) },
  })
  if (add.length > 0) {
    await callApi(api.teamMembers.updateAll, {
      params: { organizationId, teamId: team.id },
      body: { add },
    }).catch((error: unknown) =>
      toast.refused('Couldn’t add the pasted addresses', { reason: errorMessage(error) }),
    )
  }
  return team
}

type Values = { people: readonly PickedMember[]; role: TeamRole }
type Props = { organizationId: string; team: Team; people: TeamMembers; onClose: () => void }

const MAX_PEOPLE = 1000

/** Adds members to a team, by name or by pasted email addresses. */
export function AddPeopleDialog({ organizationId, team, people, onClose }: Props) {
  const memberIds = itemsOf(useInfiniteQuery(teamMembersQuery({ organizationId, teamId: team.id })).data)
  const form = useForm<Values>({ defaultValues: { people: [], role: 'member' } })
  const count = form.watch('people').length
  return (
    <Dialog
      title={`Add people to ${labels.quoted(team.title)}`}
      description="Only members of the organization can be added."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={people.addition}
        submit={count > 1 ? `Add ${pluralize(count, 'person', 'people')}` : 'Add'}
        onCancel={onClose}
        onSubmit={(values) => people.add(values.people, values.role, onClose)}
      >
        <People
          organizationId={organizationId}
          memberIds={new Set(memberIds.map(({ organization }) => organization.id))}
        />
        <SelectField
          name="role"
          label="Role"
          help={teamRoleDescriptions[form.watch('role')]}
          choices={teamRoleChoices}
        />
      </Form>
    </Dialog>
  )
}

function People({ organizationId, memberIds }: { organizationId: string; memberIds: ReadonlySet<string> }) {
  const { field, fieldState } = useController<Values, 'people'>({
    name: 'people',
    rules: { validate: peopleError },
  })
  return (
    <Field label="People" error={fieldState.error?.message}>
      {(inputProps) => (
        <MemberPicker
          {...inputProps}
          many
          organizationId={organizationId}
          label="Members"
          selected={field.value}
          onChange={field.onChange}
          disabledReasonOf={({ id }) => (memberIds.has(id) ? 'already in the team' : undefined)}
        />
      )}
    </Field>
  )
}

function peopleError(people: readonly PickedMember[]): string | true {
  if (people.length === 0) return 'Choose a person'
  if (people.length > MAX_PEOPLE) return `Add ${MAX_PEOPLE} people or fewer at a time`
  const invalid = people.find(({ id }) => hasAddress(id) && emailError(id) !== undefined)
  return invalid === undefined || `${labels.quoted(invalid.id)} ${emailError(invalid.id)}`
}
