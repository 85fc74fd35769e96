import { clsx } from 'clsx'
import {
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { condition as schema } from '#contract/shared/values.ts'
import type { Claim } from '../../lib/conditions.ts'
import { TextArea } from '../ui/inputs.tsx'
import { type Completion, completionsAt, insertCompletion } from './completion.ts'
import styles from './condition.module.css'

type Props = {
  value: string
  onChange: (text: string) => void
  /** What conditions of this site can name. */
  claims: readonly Claim[]
  rows: number
  label?: string
  className?: string
  id?: string
  name?: string
  ref?: Ref<HTMLTextAreaElement>
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | undefined
  isFocused?: boolean
  onBlur?: () => void
  /** Keys that the choices do not take. */
  onKeyDown?: (event: KeyboardEvent) => void
}

/** A condition being written. Claims, values, methods and operators are offered while one types, all by Ctrl Space. */
export function ConditionInput(props: Props) {
  const { value, onChange, claims } = props
  const list = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(props.ref, () => field.current as HTMLTextAreaElement)
  const [caret, setCaret] = useState<number | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  const [at, setAt] = useState(0)
  const next = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (next.current === null) return
    field.current?.setSelectionRange(next.current, next.current)
    next.current = null
  })
  const completions = caret === null ? null : completionsAt(value, caret, claims)
  const choices = completions && (completions.isBegun || isAsked) ? completions.choices : []
  const chosen = choices[Math.min(at, choices.length - 1)]
  const close = () => {
    setCaret(null)
    setIsAsked(false)
  }
  const look = (isOn: boolean) => {
    setCaret(field.current?.selectionStart ?? null)
    setIsAsked(isOn)
    setAt(0)
  }
  const take = (choice: Completion) => {
    if (!completions || caret === null) return
    const done = insertCompletion(value, caret, completions, choice)
    next.current = done.caret
    onChange(done.text)
    if (choice.back || choice.about === 'has fields') setCaret(done.caret)
    else close()
    setAt(0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isOpen = chosen !== undefined
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === ' ' && event.ctrlKey) look(true)
    else if (isOpen && way !== undefined) {
      const to = (Math.min(at, choices.length - 1) + way + choices.length) % choices.length
      setAt(to)
      document.getElementById(`${list}-${to}`)?.scrollIntoView({ block: 'nearest' })
    } else if (isOpen && (event.key === 'Enter' || event.key === 'Tab') && !event.metaKey && !event.ctrlKey)
      take(chosen)
    else if (isOpen && event.key === 'Escape') close()
    else return props.onKeyDown?.(event)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span className={styles.edit}>
      <TextArea
        ref={field}
        id={props.id}
        name={props.name}
        className={clsx('mono', styles.text, props.className)}
        rows={props.rows}
        aria-label={props.label}
        aria-autocomplete="list"
        aria-controls={list}
        aria-activedescendant={chosen && `${list}-${choices.indexOf(chosen)}`}
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid']}
        maxLength={schema.maxLength ?? 1024}
        spellCheck={false}
        autoCapitalize="off"
        autoFocus={props.isFocused}
        value={value}
        onChange={({ target }) => {
          onChange(target.value.replace(/\n/g, ' '))
          setCaret(target.selectionStart)
          setIsAsked(false)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close()
          props.onBlur?.()
        }}
      />
      <span className={styles.choices} role="listbox" id={list} aria-label="Suggestions" hidden={!chosen}>
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          <span
            key={choice.text}
            id={`${list}-${index}`}
            className={styles.choice}
            role="option"
            tabIndex={-1}
            aria-selected={choice === chosen}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(choice)}
          >
            <code>{choice.text}</code>
            <span className="faint truncate">{choice.about}</span>
          </span>
        ))}
      </span>
    </span>
  )
}
