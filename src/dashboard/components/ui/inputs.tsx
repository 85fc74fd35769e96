import { clsx } from 'clsx'
import { ChevronDown, type LucideIcon, Search } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import { Keys } from './kbd.tsx'

/** A line of text; `mono` for paths and addresses. */
export const TextInput = ({ className, mono, ...rest }: ComponentProps<'input'> & { mono?: boolean }) => (
  <input type="text" {...rest} className={clsx('input', mono && 'mono', className)} />
)

export const TextArea = ({ className, ...rest }: ComponentProps<'textarea'>) => (
  <textarea rows={4} {...rest} className={clsx('textarea', className)} />
)

/** A line of text with something fixed before it, such as `/` or `https://`. */
export const AffixInput = ({ affix, ...rest }: ComponentProps<'input'> & { affix: ReactNode }) => (
  <div className="adr">
    <span className="affix">{affix}</span>
    <input type="text" {...rest} />
  </div>
)

export type Choice<T extends string = string> = { value: T; label: string; disabled?: boolean }

type SelectProps = Omit<ComponentProps<'select'>, 'children'> & { choices: readonly Choice[] }

/** One of a few; the system's own list, so that it works by thumb and by reader as people know it. */
export const Select = ({ choices, className, ...rest }: SelectProps) => (
  <span className="select-box">
    <select {...rest} className={clsx('input', className)}>
      {choices.map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </select>
    <Icon of={ChevronDown} size="s" />
  </span>
)

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { indeterminate?: boolean }

export function Checkbox({ className, indeterminate = false, ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  }, [indeterminate])
  return <input {...rest} ref={box} type="checkbox" className={clsx('check', className)} />
}

export const Radio = ({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) => (
  <input {...rest} type="radio" className={clsx('radio', className)} />
)

type ChoiceLineProps = { control: ReactNode; children: ReactNode; help?: ReactNode }

/** A checkbox or radio with its label. */
export const ChoiceLine = ({ control, children, help }: ChoiceLineProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is handed in
  <label className="choice">
    {control}
    <span>
      {children}
      {help && (
        <>
          <br />
          <span className="meta faint">{help}</span>
        </>
      )}
    </span>
  </label>
)

type SearchProps = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  label: string
  value: string
  onChange: (value: string) => void
  keys?: string
  icon?: LucideIcon
}

/** The filter above a list. Escape empties it, a second Escape leaves it. */
export const SearchInput = ({
  label,
  value,
  onChange,
  keys,
  icon = Search,
  className,
  ...rest
}: SearchProps) => (
  <label className={clsx('input-row', className)}>
    <Icon of={icon} size="s" />
    <span className="sr">{label}</span>
    <input
      type="search"
      {...rest}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        if (value === '') event.currentTarget.blur()
        else onChange('')
        event.preventDefault()
      }}
    />
    {keys && <Keys of={keys} />}
  </label>
)

type Props = {
  label: string
  value: string
  maxLength?: number
  onSave: (value: string) => void
  onCancel: () => void
}

/** Renames inline: Enter or blur saves, Escape cancels; an empty or unchanged title changes nothing. */
export function InlineRename({ label, value, maxLength, onSave, onCancel }: Props) {
  const isDone = useRef(false)
  const finish = (next: string | null) => {
    if (isDone.current) return
    isDone.current = true
    const trimmed = next?.trim() ?? ''
    if (trimmed === '' || trimmed === value) onCancel()
    else onSave(trimmed)
  }
  return (
    <TextInput
      className="rename"
      aria-label={label}
      defaultValue={value}
      maxLength={maxLength}
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => finish(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') finish(event.currentTarget.value)
        if (event.key === 'Escape') finish(null)
      }}
    />
  )
}
