import { clsx } from 'clsx'
import { type ReactNode, useRef } from 'react'
import { useShortcuts } from '../hooks/use-actions.ts'
import { useSearchText } from '../hooks/use-debounced.ts'
import { SearchInput } from './ui/inputs.tsx'

type Props = {
  /** Name of the text field and of its shortcut: `Filter the sites`. */
  label: string
  placeholder: string
  className?: string | undefined
  /** Class of the text field, which sets its width. */
  fieldClassName?: string | undefined
  /** The text in the URL, where it is written once typing pauses; undefined for an empty field. */
  text: string | undefined
  onText: (text: string | undefined) => void
  /** How many rows match: `3 sites`; undefined while they load. */
  total?: string | undefined
  /** What is left out, next to the total. */
  note?: ReactNode
  /** Other filters, after the text. */
  children?: ReactNode
  /** Buttons at the end. */
  actions?: ReactNode
}

/** Filters above a list, how many rows match, and what can be added. `/` focuses the text field. */
export function ListToolbar(props: Props) {
  const { label, placeholder, className, fieldClassName, total, note, children, actions } = props
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useSearchText(props.text ?? '', (next) => props.onText(next || undefined))
  useShortcuts([{ keys: '/', label, group: 'On this page', run: () => field.current?.focus() }])
  return (
    <div className={clsx('toolbar', className)}>
      <SearchInput
        ref={field}
        className={fieldClassName}
        label={label}
        placeholder={placeholder}
        keys="/"
        value={text}
        onChange={setText}
      />
      {children}
      <span className={clsx('grow', !actions && 'wide')} />
      {note && <span className="meta faint wide">{note}</span>}
      {total !== undefined && (
        <span className="meta faint num wide" role="status">
          {total}
        </span>
      )}
      {actions}
    </div>
  )
}
