import { useController, useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Member, MemberHoldings } from '#contract/members.ts'
import type { Organization } from '#contract/organizations.ts'
import { confirm } from '../../components/confirm-store.ts'
import { RadioField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { MemberPicker, type Picked } from '../../components/member-picker.tsx'
import { Field } from '../../components/ui/field.tsx'
import { useApi } from '../../lib/api.ts'
import type { Outcome } from './offboard-outcome.tsx'

type Values = { way: 'heir' | 'revoke'; heir: readonly Picked[]; membership: 'suspend' | 'remove' }
type Props = {
  organization: Organization
  member: Member
  holdings: MemberHoldings
  onDone: (outcome: Outcome) => void
}

const ways = [
  {
    value: 'heir',
    label: 'Hand them over',
    help: 'One member takes all of them over, each with the stronger of both roles.',
  },
  { value: 'revoke', label: 'Revoke them', help: 'Nobody gets them.' },
]
const ends = [
  { value: 'suspend', label: 'Suspend', help: 'Stays on the list, may do nothing, can be reinstated.' },
  { value: 'remove', label: 'Remove', help: 'Is no member any more; only an invitation brings them back.' },
]

/** Who takes over, what becomes of the membership, and the one button that does it. */
export function OffboardForm({ organization, member, holdings, onDone }: Props) {
  const name = member.user.displayName
  const hasSomething = holdings.grants.length + holdings.teams.length > 0
  const form = useForm<Values>({
    defaultValues: { way: hasSomething ? 'heir' : 'revoke', heir: [], membership: 'suspend' },
  })
  const offboarding = useApi(api.members.offboard, { meta: { shown: 'in-form' } })
  const onSubmit = async ({ way, heir, membership }: Values) => {
    const chosen = way === 'heir' ? heir[0] : undefined
    if (!(await confirm(questionOf(name, organization.title, chosen?.name, membership)))) return
    offboarding.mutate(
      {
        params: { organizationId: organization.id, userId: member.id },
        body: { membership, ...(chosen ? { heir: chosen.id } : {}) },
      },
      { onSuccess: (did) => onDone({ did, membership, heir: chosen?.name }) },
    )
  }
  return (
    <Form
      form={form}
      mutation={offboarding}
      shape="page"
      isGuarded={false}
      submit={`Off-board ${name}`}
      onSubmit={(values) => void onSubmit(values)}
    >
      {hasSomething && (
        <>
          <RadioField name="way" label="Roles by name and teams" choices={ways} />
          {form.watch('way') === 'heir' && <Heir organizationId={organization.id} member={member} />}
        </>
      )}
      <RadioField name="membership" label={`What becomes of ${name}`} choices={ends} />
    </Form>
  )
}

function Heir({ organizationId, member }: { organizationId: string; member: Member }) {
  const { field, fieldState } = useController<Values, 'heir'>({
    name: 'heir',
    rules: { validate: (heir) => heir.length === 1 || 'Choose who takes over' },
  })
  return (
    <Field label="Who takes over" error={fieldState.error?.message}>
      {(tied) => (
        <MemberPicker
          {...tied}
          organizationId={organizationId}
          label="Members"
          chosen={field.value}
          onChange={field.onChange}
          refusalOf={({ id, disabled }) => {
            if (id === member.id) return 'is leaving'
            return disabled ? 'is suspended' : undefined
          }}
        />
      )}
    </Field>
  )
}

function questionOf(
  name: string,
  organization: string,
  heir: string | undefined,
  membership: Values['membership'],
) {
  const end =
    membership === 'suspend'
      ? `${name} is suspended at once.`
      : `${name} leaves ${organization} at once, for good.`
  const what = heir ? `${heir} takes over.` : 'Every role and team of theirs is revoked.'
  return {
    title: `Off-board ${name}?`,
    description: `${what} ${end}`,
    act: `Off-board ${name}`,
    danger: true,
  }
}
