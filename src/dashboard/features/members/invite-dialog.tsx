import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import { Chips } from '../../components/chips-field.tsx'
import { SelectField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CopyButton, CopyField } from '../../components/ui/copy.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { q } from '../../data/api.ts'
import { usePeopleCounts } from '../../data/members.ts'
import { emailError, parseEmails, withoutDuplicates } from '../../lib/email-addresses.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import {
  type MemberRole,
  memberRoleOf,
  memberRoles,
  roleDescriptions,
  roleNames,
} from '../../lib/role-labels.ts'
import { type InviteResult, resultLabels } from './invite-results.ts'
import styles from './members.module.css'
import { useInvitePeople } from './mutations.ts'

type Values = { people: EmailInput; role: MemberRole; team: string }
type Props = { organization: Organization; onClose: () => void }

const MAX_ADDRESSES = 100
const noTeam = { value: '', label: 'No team' }

/** Invites people by email with one role and shows the result for each address. */
export function InviteDialog({ organization, onClose }: Props) {
  const [results, setResults] = useState<readonly InviteResult[] | null>(null)
  if (results) {
    return <InviteResultsDialog results={results} onClose={onClose} onInviteMore={() => setResults(null)} />
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
    defaultValues: { people: noEmails, role: memberRoleOf(organization.defaultRole ?? 'read'), team: '' },
  })
  const invitation = useInvitePeople(organization.id, onDone)
  const role = form.watch('role')
  const validCount = allEmails(form.watch('people')).filter(
    (address) => emailError(address) === undefined,
  ).length
  return (
    <Dialog
      title={`Invite people to ${organization.title}`}
      description="Each person gets their own link, valid for 7 days."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={invitation}
        submit={validCount > 1 ? `Invite ${pluralize(validCount, 'person', 'people')}` : 'Invite'}
        note={members !== undefined && `${pluralize(members, 'member')} today`}
        onCancel={onClose}
        onSubmit={({ people, team }) =>
          invitation.mutate({
            addresses: allEmails(people),
            role,
            team: teams?.find(({ id }) => id === team),
          })
        }
      >
        <People />
        <SelectField
          name="role"
          label="Role"
          help={roleDescriptions[role]}
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
    rules: { validate: addressesError },
  })
  return (
    <EmailsField
      label="Email addresses"
      value={field.value}
      onChange={field.onChange}
      error={fieldState.error?.message}
    />
  )
}

function addressesError(people: EmailInput): string | true {
  const addresses = allEmails(people)
  const validCount = addresses.filter((address) => emailError(address) === undefined).length
  if (validCount > MAX_ADDRESSES)
    return `You can invite up to ${MAX_ADDRESSES} people at a time. Remove ${validCount - MAX_ADDRESSES}`
  return (
    validCount > 0 ||
    (addresses.length === 0 ? 'Enter at least one address' : 'Enter at least one valid address')
  )
}

type InviteResultsProps = { results: readonly InviteResult[]; onClose: () => void; onInviteMore: () => void }

const isInvited = ({ state }: InviteResult) => ['link', 'mailed', 'joined', 'unknown'].includes(state)

const isRefused = (state: InviteResult['state']) => ['bad', 'not-sso', 'unverified'].includes(state)

/** The result for each address, with links to share if the service sends no email. */
function InviteResultsDialog({ results, onClose, onInviteMore }: InviteResultsProps) {
  const invited = results.filter(isInvited)
  const links = results.filter(({ url }) => url !== undefined)
  return (
    <Dialog
      title={
        invited.length === 0
          ? 'No one was invited'
          : `Invited ${pluralize(invited.length, 'person', 'people')}`
      }
      description={
        links.length > 0
          ? 'This service doesn’t send email, so share the links yourself. Each works once.'
          : ''
      }
      onClose={onClose}
    >
      <DialogBody>
        <ul className={styles.results} aria-label="Result for each address">
          {results.map((address) => (
            <Result key={address.email} of={address} />
          ))}
        </ul>
      </DialogBody>
      <DialogFoot
        note={
          links.length > 1 && (
            <CopyButton
              variant="plain"
              text={links.map(({ email, url }) => `${email} ${url}`).join('\n')}
              what={`all ${links.length} links`}
            />
          )
        }
      >
        <Button size="form" onClick={onInviteMore}>
          Invite more
        </Button>
        <Button size="form" variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const Result = ({ of: { email, state, url, fault } }: { of: InviteResult }) => (
  <li>
    <p className="line">
      {isRefused(state) && (
        <span className="i-danger line">
          <Icon of={CircleAlert} size="s" />
        </span>
      )}
      <b className="name truncate">{email}</b>
    </p>
    {url === undefined ? (
      <p className="meta soft">{fault ? `${resultLabels[state]}: ${fault}` : resultLabels[state]}</p>
    ) : (
      <CopyField text={url} what={`link for ${email}`} />
    )}
  </li>
)

/** The addresses that are chips already, and what is being typed. */
type EmailInput = { readonly chips: readonly string[]; readonly text: string }

const noEmails: EmailInput = { chips: [], text: '' }

/** All of them, what is being typed included. */
const allEmails = ({ chips, text }: EmailInput): string[] =>
  withoutDuplicates([...chips, ...parseEmails(text)])

type NoEmailsProps = {
  label: string
  help?: ReactNode
  value: EmailInput
  onChange: (value: EmailInput) => void
  /** A fault of the whole, such as too many. */
  error?: string | undefined
}

/** Email addresses, typed one by one or pasted. Invalid ones say why. */
function EmailsField({ label, help, value, onChange, error }: NoEmailsProps) {
  const { chips, text } = value
  const add = (more: string): boolean => {
    const addresses = parseEmails(more)
    if (addresses.length > 0) onChange({ chips: withoutDuplicates([...chips, ...addresses]), text: '' })
    return addresses.length > 0
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!['Enter', ',', ';', ' '].includes(event.key) || event.metaKey || event.ctrlKey) return
    if (event.key === 'Enter' && text.trim() === '') return
    event.preventDefault()
    add(text)
  }
  return (
    <Field label={label} help={help} error={error ?? emailsError(chips)}>
      {(tied) => (
        <Chips
          {...tied}
          chips={chips.map((one) => ({ id: one, label: one, isBad: emailError(one) !== undefined }))}
          onRemove={(id) => onChange({ chips: chips.filter((one) => one !== id), text })}
          value={text}
          onChange={(next) => onChange({ chips, text: next })}
          onPaste={(pasted) => add(`${text}${pasted}`)}
          onKeyDown={onKeyDown}
          inputMode="email"
          placeholder={chips.length === 0 ? 'Type or paste email addresses' : 'Add another'}
        />
      )}
    </Field>
  )
}

/** The first fault among addresses, how many more there are, and whether the others are good. */
function emailsError(addresses: readonly string[]): string | undefined {
  const bad = addresses.filter((one) => emailError(one) !== undefined)
  const [first] = bad
  if (first === undefined) return undefined
  const more = bad.length > 1 ? ` ${bad.length - 1} more can’t be invited.` : ''
  const rest = bad.length < addresses.length ? ' Everyone else can be invited.' : ''
  return `${labels.quoted(first)} ${emailError(first)}.${more}${rest}`
}
