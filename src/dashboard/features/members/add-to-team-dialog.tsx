import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useController, useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import type { Team, TeamRole } from '#contract/teams.ts'
import { SelectField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { SpacePicker } from '../../components/space-picker.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { q } from '../../lib/api.ts'
import { sessionQuery } from '../../lib/session.ts'
import { teamRoleChoices, teamRoleMeans } from '../../lib/team-role-words.ts'
import { counted } from '../../lib/words.ts'

type Values = { team: string; role: TeamRole }
type Props = {
  organization: Organization
  /** Who is added. */
  name: string
  onClose: () => void
  onAdd: (team: Team, role: TeamRole) => Promise<void>
}

/** Puts somebody into one of the teams that the caller manages. */
export function AddToTeamDialog({ organization, name, onClose, onAdd }: Props) {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data, isPending } = useQuery(
    q(api.teams.list, {
      params: { organizationId: organization.id },
      query: { limit: 1000, ...(organization.permissions.admin ? {} : { owner: session.user.id }) },
    }),
  )
  const teams = data?.items ?? []
  const form = useForm<Values>({ defaultValues: { team: '', role: 'member' } })
  const adding = useMutation<void, Error, Values>({
    mutationFn: async ({ team, role }) => {
      const chosen = teams.find(({ id }) => id === team)
      if (chosen) await onAdd(chosen, role)
    },
    meta: { shown: 'in-form' },
    onSuccess: onClose,
  })
  return (
    <Dialog title={`Add ${name} to a team`} onClose={onClose}>
      <Form
        form={form}
        mutation={adding}
        submit="Add to team"
        onCancel={onClose}
        onSubmit={(values) => adding.mutate(values)}
      >
        <TeamField teams={teams} isLoading={isPending} />
        <SelectField
          name="role"
          label="Role in the team"
          help={teamRoleMeans[form.watch('role')]}
          choices={teamRoleChoices}
        />
      </Form>
    </Dialog>
  )
}

function TeamField({ teams, isLoading }: { teams: readonly Team[]; isLoading: boolean }) {
  const { field, fieldState } = useController<Values, 'team'>({
    name: 'team',
    rules: { required: 'Choose a team' },
  })
  return (
    <Field label="Team" error={fieldState.error?.message}>
      {(tied) => (
        <SpacePicker
          {...tied}
          label="Teams"
          noun="team"
          isLoading={isLoading}
          spaces={teams.map(({ id, title, members }) => ({
            space: { id, title, emoji: '' },
            where: counted(members, 'member'),
          }))}
          chosen={field.value ? [field.value] : []}
          onChange={([id]) => field.onChange(id ?? '')}
        />
      )}
    </Field>
  )
}
