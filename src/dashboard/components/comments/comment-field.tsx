import { clsx } from 'clsx'
import { type KeyboardEvent, type Ref, useId, useRef, useState } from 'react'
import type { Member } from '#contract/members.ts'
import { useMemberSearch } from '../../data/members.ts'
import { Avatar } from '../ui/avatar.tsx'
import { TextArea } from '../ui/inputs.tsx'
import styles from './comments.module.css'
import { insertMention, type Mentions, mentionQueryAt } from './mentions.ts'

/** What is being written, with the people who were named in it. */
export type CommentDraft = { readonly text: string; readonly named: Mentions }

export const emptyDraft: CommentDraft = { text: '', named: new Map() }

type Props = {
  ref?: Ref<HTMLTextAreaElement>
  organizationId: string
  label: string
  placeholder?: string
  written: CommentDraft
  onChange: (written: CommentDraft) => void
  onSubmit: () => void
  /** Enter alone sends, with Shift it is a new line; else `⌘ ↵` sends. */
  isShort?: boolean
  onEscape?: () => void
  className?: string
}

const mostFound = 6

/** Where a comment is written. After `@` it finds members by name; arrows and Enter take one. */
export function CommentField(props: Props) {
  const {
    organizationId,
    label,
    placeholder,
    written,
    onSubmit,
    isShort = false,
    onEscape,
    className,
  } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const naming = useNaming(props, field)
  const onKeyDown = (event: KeyboardEvent) => {
    if (naming.onKeyDown(event)) return
    const isSent = event.key === 'Enter' && !event.nativeEvent.isComposing
    if (isSent && (event.metaKey || event.ctrlKey || (isShort && !event.shiftKey))) {
      event.preventDefault()
      onSubmit()
    }
    if (event.key !== 'Escape') return
    event.stopPropagation()
    if (onEscape) onEscape()
    else field.current?.blur()
  }
  return (
    <div className={clsx(styles.field, className)}>
      <TextArea
        ref={(element) => {
          field.current = element
          if (typeof props.ref === 'function') props.ref(element)
          else if (props.ref) props.ref.current = element
        }}
        rows={linesOf(written.text)}
        aria-label={label}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={naming.isOpen ? naming.list : undefined}
        aria-activedescendant={naming.pointed && `${naming.list}-${naming.pointed.id}`}
        placeholder={placeholder}
        value={written.text}
        onChange={({ target }) => naming.type(target.value, target.selectionStart)}
        onKeyDown={onKeyDown}
        onBlur={naming.close}
      />
      {naming.isOpen && <Names {...naming} organizationId={organizationId} />}
    </div>
  )
}

const linesOf = (text: string): number =>
  Math.min(
    10,
    text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 44), 0),
  )

type Naming = ReturnType<typeof useNaming>

const Names = ({ list, members, pointed, pick }: Naming & { organizationId: string }) => (
  <div className={clsx('menu', styles.names)} role="listbox" id={list} aria-label="Members">
    {members.map((member) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
      <div
        key={member.id}
        id={`${list}-${member.id}`}
        className={clsx('menu-item', member === pointed && 'is-at')}
        role="option"
        tabIndex={-1}
        aria-selected={member === pointed}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => pick(member)}
      >
        <Avatar id={member.id} name={member.user.displayName} photo={member.user.photoURL} />
        <span className="truncate">{member.user.displayName}</span>
      </div>
    ))}
  </div>
)

/** The members that match the text between `@` and the caret. */
function useNaming(
  { organizationId, written, onChange }: Props,
  field: { readonly current: HTMLTextAreaElement | null },
) {
  const list = useId()
  const [caret, setCaret] = useState<number>()
  const [at, setAt] = useState(0)
  const found = caret === undefined ? undefined : mentionQueryAt(written.text, caret)
  const read = useMemberSearch(organizationId, found?.typed ?? '', found !== undefined)
  const members = found ? read.members.filter(fits(found.typed)).slice(0, mostFound) : []
  const pointed = members[Math.min(at, members.length - 1)]
  const close = () => setCaret(undefined)
  const pick = ({ id, user }: Member) => {
    const element = field.current
    if (!found || caret === undefined || !element) return
    const name = user.displayName
    const known = written.named.get(name)
    if (known !== undefined && known !== id) {
      const link = `[@${name}](/users/${id}) `
      onChange({ ...written, text: written.text.slice(0, found.at) + link + written.text.slice(caret) })
      return close()
    }
    const next = insertMention(written.text, caret, { at: found.at, name })
    onChange({ text: next.text, named: new Map([...written.named, [name, id]]) })
    close()
    requestAnimationFrame(() => element.setSelectionRange(next.caret, next.caret))
  }
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!pointed || event.metaKey || event.ctrlKey) return false
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (way !== undefined) setAt((Math.min(at, members.length - 1) + way + members.length) % members.length)
    else if (event.key === 'Enter' || event.key === 'Tab') pick(pointed)
    else if (event.key === 'Escape') close()
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return {
    list,
    members,
    pointed,
    pick,
    close,
    onKeyDown,
    isOpen: members.length > 0,
    type: (text: string, at: number) => {
      onChange({ ...written, text })
      setCaret(at)
      setAt(0)
    },
  }
}

const fits =
  (typed: string) =>
  ({ user }: Member): boolean =>
    user.displayName.toLowerCase().includes(typed.trim().toLowerCase())
