import { useInfiniteQuery } from '@tanstack/react-query'
import { useController, useForm } from 'react-hook-form'
import type { Team, TeamRole } from '#contract/teams.ts'
import { SelectField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { MemberPicker, type Picked } from '../../components/member-picker.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { addressFault, hasAddress } from '../../lib/addresses.ts'
import { itemsOf } from '../../lib/api.ts'
import { teamRoleChoices, teamRoleMeans } from '../../lib/team-role-words.ts'
import { counted, words } from '../../lib/words.ts'
import { teamMembersQuery } from './team-queries.ts'
import type { TeamPeople } from './use-team-people.ts'

type Values = { people: readonly Picked[]; role: TeamRole }
type Props = { organizationId: string; team: Team; people: TeamPeople; onClose: () => void }

const most = 1000

/** Puts members into a team, many at once: found by name, or pasted as addresses. */
export function AddPeopleDialog({ organizationId, team, people, onClose }: Props) {
  const there = itemsOf(useInfiniteQuery(teamMembersQuery({ organizationId, teamId: team.id })).data)
  const form = useForm<Values>({ defaultValues: { people: [], role: 'member' } })
  const count = form.watch('people').length
  return (
    <Dialog
      title={`Add people to ${words.quoted(team.title)}`}
      description="They have to be members of the organization already."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={people.adding}
        submit={count > 1 ? `Add ${counted(count, 'person', 'people')}` : 'Add'}
        onCancel={onClose}
        onSubmit={(values) => people.add(values.people, values.role, onClose)}
      >
        <People
          organizationId={organizationId}
          there={new Set(there.map(({ organization }) => organization.id))}
        />
        <SelectField
          name="role"
          label="As"
          help={teamRoleMeans[form.watch('role')]}
          choices={teamRoleChoices}
        />
      </Form>
    </Dialog>
  )
}

function People({ organizationId, there }: { organizationId: string; there: ReadonlySet<string> }) {
  const { field, fieldState } = useController<Values, 'people'>({
    name: 'people',
    rules: { validate: faultOf },
  })
  return (
    <Field label="People" error={fieldState.error?.message}>
      {(tied) => (
        <MemberPicker
          {...tied}
          many
          organizationId={organizationId}
          label="Members"
          chosen={field.value}
          onChange={field.onChange}
          refusalOf={({ id }) => (there.has(id) ? 'is in the team' : undefined)}
        />
      )}
    </Field>
  )
}

function faultOf(people: readonly Picked[]): string | true {
  if (people.length === 0) return 'Choose somebody'
  if (people.length > most) return `${most} at a time are the most`
  const bad = people.find(({ id }) => hasAddress(id) && addressFault(id) !== undefined)
  return bad === undefined || `${words.quoted(bad.id)} ${addressFault(bad.id)}`
}
