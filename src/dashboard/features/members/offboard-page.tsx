import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { MemberAccess } from '#contract/member-access.ts'
import type { Member, members } from '#contract/members.ts'
import type { Organization } from '#contract/organizations.ts'
import type { Output } from '#contract/route.ts'
import { confirm } from '../../components/confirm.tsx'
import { RadioField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { MemberPicker, type PickedMember } from '../../components/member-picker.tsx'
import { ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Banner } from '../../components/ui/states.tsx'
import { useApi } from '../../data/api.ts'
import { sessionQuery } from '../../data/session.ts'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { paths } from '../../lib/paths.ts'
import { offboardResultLabels } from './labels.ts'
import { MemberAccessList } from './member-access-list.tsx'
import styles from './members.module.css'

type Props = { organization: Organization; member: Member; access: MemberAccess }

/** Transfers or revokes everything a member has, and suspends or removes them, in one request. */
export function OffboardPage({ organization, member, access }: Props) {
  const name = member.user.displayName
  const { data: session } = useSuspenseQuery(sessionQuery)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  useBreadcrumbs(
    [
      { title: 'People', to: paths.members(organization.id) },
      {
        title: name,
        ...(outcome?.membership === 'remove' ? {} : { to: paths.member(organization.id, member.id) }),
      },
      { title: 'Off-board' },
    ],
    `Off-board ${name}`,
  )
  if (outcome) return <OffboardOutcome organization={organization} member={member} outcome={outcome} />
  const isMe = session.user.id === member.id
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1 className="truncate">Off-board {name}</h1>
        </div>
        <p className="sub">This transfers or revokes all access below. Content by {name} isn’t affected.</p>
      </div>
      <BlockedBanner organization={organization} name={name} isLast={access.lastAdmin} isMe={isMe} />
      <div className="scroll">
        <div className={styles.offboard}>
          <MemberAccessList member={member} access={access} />
          {!access.lastAdmin && !isMe && (
            <OffboardForm organization={organization} member={member} access={access} onDone={setOutcome} />
          )}
        </div>
      </div>
    </>
  )
}

type BlockedBannerProps = { organization: Organization; name: string; isLast: boolean; isMe: boolean }

/** Why the member cannot be off-boarded now, with a link to the members. */
function BlockedBanner({ organization, name, isLast, isMe }: BlockedBannerProps) {
  if (!isLast && !isMe) return null
  return (
    <div className={styles.blocked}>
      <Banner
        tone="warning"
        icon={TriangleAlert}
        action={
          <Link className={buttonClass('outline', 'small')} to={paths.members(organization.id)}>
            <ButtonContent>Open Members</ButtonContent>
          </Link>
        }
      >
        {isLast
          ? `${name} is the only admin of ${organization.title}. Make someone else an admin first.`
          : 'You can’t off-board yourself. Ask another admin.'}
      </Banner>
    </div>
  )
}

type Values = {
  method: 'successor' | 'revoke'
  successor: readonly PickedMember[]
  membership: 'suspend' | 'remove'
}
type OffboardFormProps = {
  organization: Organization
  member: Member
  access: MemberAccess
  onDone: (outcome: Outcome) => void
}

const methods = [
  {
    value: 'successor',
    label: 'Transfer them',
    help: 'One member gets all of them. If that member already has a role, the stronger one applies.',
  },
  { value: 'revoke', label: 'Revoke them', help: 'No one gets them.' },
]
const membershipChoices = [
  { value: 'suspend', label: 'Suspend', help: 'Stays on the list without access and can be reinstated.' },
  { value: 'remove', label: 'Remove', help: 'No longer a member. They need an invitation to come back.' },
]

/** Successor, and whether the member is suspended or removed. */
function OffboardForm({ organization, member, access, onDone }: OffboardFormProps) {
  const name = member.user.displayName
  const hasGrantsOrTeams = access.grants.length + access.teams.length > 0
  const form = useForm<Values>({
    defaultValues: {
      method: hasGrantsOrTeams ? 'successor' : 'revoke',
      successor: [],
      membership: 'suspend',
    },
  })
  const offboardMutation = useApi(api.members.offboard, { meta: { shown: 'in-form' } })
  const onSubmit = async ({ method, successor, membership }: Values) => {
    const selected = method === 'successor' ? successor[0] : undefined
    if (!(await confirm(offboardConfirmation(name, organization.title, selected?.name, membership)))) return
    offboardMutation.mutate(
      {
        params: { organizationId: organization.id, userId: member.id },
        body: { membership, ...(selected ? { successor: selected.id } : {}) },
      },
      { onSuccess: (result) => onDone({ result, membership, successor: selected?.name }) },
    )
  }
  return (
    <Form
      form={form}
      mutation={offboardMutation}
      shape="page"
      isGuarded={false}
      submit={`Off-board ${name}`}
      onSubmit={(values) => void onSubmit(values)}
    >
      {hasGrantsOrTeams && (
        <>
          <RadioField name="method" label="Direct access and teams" choices={methods} />
          {form.watch('method') === 'successor' && (
            <Successor organizationId={organization.id} member={member} />
          )}
        </>
      )}
      <RadioField name="membership" label={`Result for ${name}`} choices={membershipChoices} />
    </Form>
  )
}

function Successor({ organizationId, member }: { organizationId: string; member: Member }) {
  const { field, fieldState } = useController<Values, 'successor'>({
    name: 'successor',
    rules: { validate: (successor) => successor.length === 1 || 'Choose a successor' },
  })
  return (
    <Field label="Successor" error={fieldState.error?.message}>
      {(inputProps) => (
        <MemberPicker
          {...inputProps}
          organizationId={organizationId}
          label="Members"
          selected={field.value}
          onChange={field.onChange}
          disabledReasonOf={({ id, disabled }) => {
            if (id === member.id) return 'is leaving'
            return disabled ? 'is suspended' : undefined
          }}
        />
      )}
    </Field>
  )
}

function offboardConfirmation(
  name: string,
  organization: string,
  successor: string | undefined,
  membership: Values['membership'],
) {
  const membershipText =
    membership === 'suspend'
      ? `${name} is suspended right away.`
      : `${name} leaves ${organization} right away.`
  const transferText = successor
    ? `${successor} gets all their roles and teams.`
    : 'All their roles and teams are removed.'
  return {
    title: `Off-board ${name}?`,
    description: `${transferText} ${membershipText}`,
    action: `Off-board ${name}`,
    danger: true,
  }
}

export type Outcome = {
  readonly result: Output<typeof members.offboard>
  readonly membership: 'suspend' | 'remove'
  readonly successor: string | undefined
}

type OffboardOutcomeProps = { organization: Organization; member: Member; outcome: Outcome }

/** The result of an off-boarding. */
function OffboardOutcome({ organization, member, outcome }: OffboardOutcomeProps) {
  const { result, membership, successor } = outcome
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <span className="i-success line">
            <Icon of={CircleCheck} />
          </span>
          <h1 tabIndex={-1} ref={heading}>
            {member.user.displayName} {membership === 'suspend' ? 'is suspended' : 'was removed'}
          </h1>
        </div>
      </div>
      <div className="scroll">
        <div className={styles.offboard}>
          <ul className={styles.offboardResult} aria-label="Result">
            {offboardResultLabels(result, successor).map((line) => (
              <li key={line}>{line}</li>
            ))}
            <li>
              {membership === 'suspend'
                ? 'They stay in the member list, where you can reinstate them.'
                : `They are no longer a member of ${organization.title}.`}
            </li>
          </ul>
          <div className="line">
            <Link className={buttonClass('primary', 'form')} to={paths.members(organization.id)}>
              <ButtonContent>Back to members</ButtonContent>
            </Link>
            {membership === 'suspend' && (
              <Link className={buttonClass('outline', 'form')} to={paths.member(organization.id, member.id)}>
                <ButtonContent>Open {member.user.displayName}</ButtonContent>
              </Link>
            )}
          </div>
        </div>
      </div>
    </>
  )
}
