import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import type { Member } from '#contract/members.ts'
import { useMemberSearch } from '../data/members.ts'
import { useDue } from '../hooks/use-due.ts'
import { useHeldSubmit } from '../hooks/use-held-submit.ts'
import { emailError, hasAddress, parseEmails } from '../lib/email-addresses.ts'
import { labels } from '../lib/labels.ts'
import { Chips } from './chips-field.tsx'
import styles from './pickers.module.css'
import type { InputProps } from './ui/field.tsx'
import { Icon } from './ui/icon.tsx'
import { Avatar } from './ui/marks.tsx'

/** A picked person: `id` is the user's, or the email address if that is all that is known. */
export type PickedMember = { readonly id: string; readonly name: string }

type Props = Partial<InputProps> & {
  organizationId: string
  /** Name of the list: `Members`. */
  label: string
  selected: readonly PickedMember[]
  onChange: (chosen: readonly PickedMember[]) => void
  /** One person, or several; several may be pasted as addresses too. */
  many?: boolean
  /** Why someone can't be picked. */
  disabledReasonOf?: (member: Member) => string | undefined
  /** False where only who is a member already counts, so that addresses mean nothing. */
  takesAddresses?: boolean
}

/**
 * Finds members by name or address while one types; arrows and Enter take them, Backspace lets the last one go. Enter waits
 * for a search, and the form is not submitted before that.
 */
export function MemberPicker(props: Props) {
  const { label, selected, onChange, many = false, disabledReasonOf = () => undefined } = props
  const list = useId()
  const root = useRef<HTMLDivElement>(null)
  const picking = usePicking(props, list, root)
  const { text, type, members, pointed, takesAddresses, pick } = picking
  return (
    <div className={styles.root} ref={root} data-invalid={props['aria-invalid']}>
      <Chips
        id={props.id}
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid']}
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={pointed && `${list}-${pointed.id}`}
        placeholder={takesAddresses ? 'Find by name, or paste addresses' : 'Search by name or email'}
        chips={selected.map(({ id, name }) => ({
          id,
          label: name,
          isBad: hasAddress(id) && emailError(id) !== undefined,
        }))}
        onRemove={(id) => onChange(selected.filter((one) => one.id !== id))}
        value={text}
        onChange={type}
        onPaste={picking.take}
        onKeyDown={picking.onKeyDown}
      />
      <div className={styles.list} role="listbox" id={list} aria-label={label} aria-multiselectable={many}>
        {members.map((member) => (
          <Choice
            key={member.id}
            id={`${list}-${member.id}`}
            member={member}
            refusal={disabledReasonOf(member)}
            isAt={member === pointed}
            isChosen={selected.some(({ id }) => id === member.id)}
            onPick={() => pick(member)}
          />
        ))}
      </div>
      {members.length === 0 && (
        <p className={styles.none}>{picking.isSearching ? labels.loading : noneOf(text)}</p>
      )}
    </div>
  )
}

/** The typed text and its matches; until the list is loaded again, only people who match the text are offered. */
function usePicking(props: Props, list: string, root: RefObject<HTMLElement | null>) {
  const { organizationId, selected, onChange, many = false, disabledReasonOf = () => undefined } = props
  const takesAddresses = many && props.takesAddresses !== false
  const [text, setText] = useState('')
  const [at, setAt] = useState<string | null>(null)
  const { members: read, isSearching } = useMemberSearch(organizationId, text)
  const members = read.filter((member) => isFound(member, text))
  const open = members.filter((member) => disabledReasonOf(member) === undefined)
  const pointed = open.find(({ id }) => id === at) ?? open[0]
  const pick = ({ id, user }: Member) => {
    setAt(id)
    const isIn = selected.some((one) => one.id === id)
    if (isIn) onChange(selected.filter((one) => one.id !== id))
    else onChange([...(many ? selected : []), { id, name: user.displayName }])
    if (!isIn) setText('')
  }
  const take = (typed: string): boolean => {
    const addresses = takesAddresses && hasAddress(typed) ? parseEmails(typed).filter(isNew(selected)) : []
    if (addresses.length === 0) return false
    onChange([...selected, ...addresses.map((one) => ({ id: one, name: one }))])
    setText('')
    return true
  }
  const [isPickDue, setPickDue] = useDue(!isSearching, () => {
    if (pointed) pick(pointed)
    else submitHeld.current = false
  })
  const submitHeld = useHeldSubmit(root, isPickDue)
  const type = (typed: string) => {
    setText(typed)
    setPickDue(false)
    submitHeld.current = false
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (way !== undefined) {
      const next = open[open.findIndex(({ id }) => id === pointed?.id) + way]
      if (next) setAt(next.id)
      if (next) document.getElementById(`${list}-${next.id}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && !event.metaKey && !event.ctrlKey) {
      if (pointed) pick(pointed)
      else if (text.trim() === '') return
      else if (!take(text) && isSearching) setPickDue(true)
    } else return
    event.preventDefault()
  }
  return { text, type, members, pointed, isSearching, takesAddresses, pick, take, onKeyDown }
}

function isFound({ user }: Member, text: string): boolean {
  const query = text.trim().toLowerCase()
  return `${user.displayName}\n${user.email ?? ''}`.toLowerCase().includes(query)
}

const isNew = (chosen: readonly PickedMember[]) => (address: string) =>
  !chosen.some(({ id }) => id.toLowerCase() === address.toLowerCase())

function noneOf(text: string): string {
  if (text.trim() === '') return 'No members to choose from'
  return hasAddress(text)
    ? `No one has ${labels.quoted(text.trim())} in their email address`
    : `No members match ${labels.quoted(text.trim())}`
}

type ChoiceProps = {
  id: string
  member: Member
  refusal: string | undefined
  isAt: boolean
  isChosen: boolean
  onPick: () => void
}

const Choice = ({ id, member, refusal, isAt, isChosen, onPick }: ChoiceProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
  <div
    id={id}
    className={clsx(styles.one, 'is-person', isAt && 'is-at')}
    role="option"
    tabIndex={-1}
    aria-selected={isChosen}
    aria-disabled={refusal === undefined ? undefined : true}
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => refusal === undefined && onPick()}
  >
    <Avatar id={member.id} name={member.user.displayName} photo={member.user.photoURL} />
    <span className="truncate">{member.user.displayName}</span>
    <span className="where truncate">{refusal ?? member.user.email}</span>
    {isChosen && <Icon of={Check} size="s" />}
  </div>
)
