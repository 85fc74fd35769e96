import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import { type Addresses, AddressField, allOf, noAddresses } from '../../components/address-field.tsx'
import { SelectField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { addressFault } from '../../lib/addresses.ts'
import { q } from '../../lib/api.ts'
import { usePeopleCounts } from '../../lib/people-counts.ts'
import { type MemberRole, memberRoleOf, memberRoles, roleMeans, roleNames } from '../../lib/role-words.ts'
import { counted } from '../../lib/words.ts'
import type { InviteResult } from './invite-results.ts'
import { InviteResults } from './invite-results-list.tsx'
import { useInviting } from './use-inviting.ts'

type Values = { people: Addresses; role: MemberRole; team: string }
type Props = { organization: Organization; onClose: () => void }

const most = 100
const noTeam = { value: '', label: 'No team' }

/** Makes people members by their addresses, all with the same role, and tells what became of each. */
export function InviteDialog({ organization, onClose }: Props) {
  const [results, setResults] = useState<readonly InviteResult[] | null>(null)
  if (results) {
    return <InviteResults results={results} onClose={onClose} onMore={() => setResults(null)} />
  }
  return <InviteForm organization={organization} onClose={onClose} onDone={setResults} />
}

function InviteForm({
  organization,
  onClose,
  onDone,
}: Props & { onDone: (results: InviteResult[]) => void }) {
  const { members } = usePeopleCounts(organization)
  const teams = useQuery(
    q(api.teams.list, { params: { organizationId: organization.id }, query: { limit: 1000 } }),
  ).data?.items
  const form = useForm<Values>({
    defaultValues: { people: noAddresses, role: memberRoleOf(organization.defaultRole ?? 'read'), team: '' },
  })
  const inviting = useInviting(organization.id, onDone)
  const role = form.watch('role')
  const good = allOf(form.watch('people')).filter((one) => addressFault(one) === undefined).length
  return (
    <Dialog
      title={`Invite people to ${organization.title}`}
      description="Each gets a link of their own that works for 7 days."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={inviting}
        submit={good > 1 ? `Invite ${counted(good, 'person', 'people')}` : 'Invite'}
        note={members !== undefined && `${counted(members, 'member')} today`}
        onCancel={onClose}
        onSubmit={({ people, team }) =>
          inviting.mutate({ typed: allOf(people), role, team: teams?.find(({ id }) => id === team) })
        }
      >
        <People />
        <SelectField
          name="role"
          label="Role"
          help={roleMeans[role]}
          choices={memberRoles.map((value) => ({ value, label: roleNames[value] }))}
        />
        {teams !== undefined && teams.length > 0 && (
          <SelectField
            name="team"
            label="Team"
            isOptional
            choices={[noTeam, ...teams.map(({ id, title }) => ({ value: id, label: title }))]}
          />
        )}
      </Form>
    </Dialog>
  )
}

function People() {
  const { field, fieldState } = useController<Values, 'people'>({
    name: 'people',
    rules: { validate: faultOf },
  })
  return (
    <AddressField
      label="E-mail addresses"
      value={field.value}
      onChange={field.onChange}
      error={fieldState.error?.message}
    />
  )
}

function faultOf(people: Addresses): string | true {
  const all = allOf(people)
  const good = all.filter((one) => addressFault(one) === undefined).length
  if (good > most) return `${most} at a time are the most; take ${good - most} out`
  return good > 0 || (all.length === 0 ? 'Give at least one address' : 'None of these is a complete address')
}
