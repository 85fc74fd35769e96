import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { Member } from '#contract/members.ts'
import { useMemberSearch } from '../../data/members.ts'
import { useShortcuts } from '../../hooks/use-actions.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { TextArea } from '../ui/inputs.tsx'
import { Avatar } from '../ui/marks.tsx'
import styles from './comments.module.css'
import { insertMention, mentionQueryAt, toStored } from './mentions.ts'
import { usePostComment } from './mutations.ts'
import type { CommentsRef, CommentTarget } from './queries.ts'
import { SuggestButton } from './suggest-button.tsx'
import { type CommentDraft, emptyDraft, useCommentDraft } from './use-comment-draft.ts'

type Props = {
  at: CommentsRef
  target: CommentTarget | undefined
  onTarget: (target: CommentTarget | undefined) => void
  /** What a comment without a block is about; `the whole` by default. */
  otherwise?: string
  /** The page that a comment without a block is about, instead of the whole space. */
  page?: string | undefined
  onPosted?: (id: string) => void
}

/** Where a comment is written: on the whole, or on the block that was chosen. */
export function CommentComposer({ at, target, onTarget, otherwise = 'the whole', page, onPosted }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const posting = usePostComment(at, {
    refused: 'Couldn’t post the comment',
    onSuccess: ({ id }) => {
      setWritten(emptyDraft)
      onTarget(undefined)
      onPosted?.(id)
    },
  })
  const [written, setWritten, restored] = useCommentDraft(at, page ?? '', posting.isPending, target)
  const restore = useEffectEvent(() => !target && restored && onTarget(restored))
  useEffect(() => void restore(), [])
  useEffect(() => {
    if (target && target !== restored) field.current?.focus()
  }, [target, restored])
  const post = () => {
    if (written.text.trim() === '' || posting.isPending) return
    const on = target?.page ?? page
    posting.mutate({
      body: { markdown: toStored(written.text, written.named) },
      ...(on ? { page: on } : {}),
      ...(target?.node ? { node: target.node } : {}),
      ...(target?.quote ? { quote: target.quote } : {}),
    })
  }
  const suggest = (suggestion: string) => {
    const before = written.text.trim() === '' ? '' : `${written.text.trimEnd()}\n\n`
    setWritten({ ...written, text: before + suggestion })
    requestAnimationFrame(() => {
      field.current?.focus()
      // Its first line, so that typing replaces nothing by accident.
      const start = before.length + suggestion.indexOf('\n') + 1
      field.current?.setSelectionRange(start, start)
    })
  }
  useShortcuts([
    { keys: 'm', label: 'Write a comment', group: 'On this page', run: () => field.current?.focus() },
  ])
  return (
    <div className={clsx('comment-footer', styles.talkFoot)}>
      {target && (
        <p className={clsx(styles.target, 'meta')}>
          <span className="truncate">On “{target.words}”</span>
          <span className="grow" />
          <SuggestButton at={at} page={target.page} node={target.node} onSuggest={suggest} />
          <IconButton
            small
            tip={false}
            className="btn-plain"
            icon={X}
            label={`Comment on ${otherwise} instead`}
            onClick={() => onTarget(undefined)}
          />
        </p>
      )}
      <CommentField
        ref={field}
        organizationId={at.organizationId}
        label="Comment"
        placeholder="Write a comment"
        written={written}
        onChange={setWritten}
        onSubmit={post}
      />
      <Button variant="outline" size="form" aria-busy={posting.isPending} onClick={post}>
        Comment
      </Button>
    </div>
  )
}

type EmptyDraftProps = {
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
export function CommentField(props: EmptyDraftProps) {
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
  { organizationId, written, onChange }: EmptyDraftProps,
  field: { readonly current: HTMLTextAreaElement | null },
) {
  const list = useId()
  const [caret, setCaret] = useState<number>()
  const [at, setAt] = useState(0)
  const mentionQuery = caret === undefined ? undefined : mentionQueryAt(written.text, caret)
  const read = useMemberSearch(organizationId, mentionQuery?.typed ?? '', mentionQuery !== undefined)
  const members = mentionQuery ? read.members.filter(fits(mentionQuery.typed)).slice(0, mostFound) : []
  const pointed = members[Math.min(at, members.length - 1)]
  const close = () => setCaret(undefined)
  const pick = ({ id, user }: Member) => {
    const element = field.current
    if (!mentionQuery || caret === undefined || !element) return
    const name = user.displayName
    const known = written.named.get(name)
    if (known !== undefined && known !== id) {
      const link = `[@${name}](/users/${id}) `
      onChange({
        ...written,
        text: written.text.slice(0, mentionQuery.at) + link + written.text.slice(caret),
      })
      return close()
    }
    const next = insertMention(written.text, caret, { at: mentionQuery.at, name })
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
