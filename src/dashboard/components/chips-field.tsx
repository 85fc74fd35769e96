import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { useField } from './fields.tsx'
import styles from './pickers.module.css'
import { Field, type FieldProps } from './ui/field.tsx'
import { Icon } from './ui/icon.tsx'

type Props = Omit<FieldProps, 'error' | 'length'> & {
  name: string
  placeholder?: string
  /** What separates values; commas and line breaks by default. */
  between?: RegExp
  /** How one is written down, such as in lower case. */
  tidy?: (text: string) => string
  /** Whether one cannot be taken as it is; such ones stay and are marked. */
  isBad?: (text: string) => boolean
}

const byComma = /[,\n]+/

/** Several short texts bound to the form, one by one or many from the clipboard. */
export function ChipsField({ name, placeholder, between = byComma, tidy = trimmed, isBad, ...field }: Props) {
  const { error } = useField(name, field.label)
  const { field: bound } = useController({ name })
  const [text, setText] = useState('')
  const values: readonly string[] = Array.isArray(bound.value) ? bound.value : []
  const add = (more: string): boolean => {
    const entries = more.split(between).map(tidy).filter(Boolean)
    setText('')
    if (entries.length > 0) bound.onChange([...new Set([...values, ...entries])])
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.metaKey || event.ctrlKey || text.trim() === '') return
    event.preventDefault()
    add(text)
  }
  return (
    <Field {...field} error={error}>
      {(tied) => (
        <Chips
          {...tied}
          chips={values.map((one) => ({ id: one, label: one, isBad: isBad?.(one) === true }))}
          onRemove={(id) => bound.onChange(values.filter((one) => one !== id))}
          value={text}
          onChange={(next) => (between.test(next) ? add(next) : setText(next))}
          onPaste={(pasted) => between.test(pasted) && add(`${text}${pasted}`)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            add(text)
            bound.onBlur()
          }}
          placeholder={values.length === 0 ? placeholder : undefined}
        />
      )}
    </Field>
  )
}

const trimmed = (text: string): string => text.trim()

type Chip = { readonly id: string; readonly label: string; readonly isBad?: boolean }

type ChipsProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onPaste'> & {
  chips: readonly Chip[]
  onRemove: (id: string) => void
  value: string
  onChange: (text: string) => void
  /** Handles pasted text; false leaves it to the field. */
  onPaste?: ((text: string) => boolean) | undefined
}

/** A field with several values: each is a chip that its button or Backspace removes. */
export function Chips({ chips, onRemove, value, onChange, onPaste, onKeyDown, ...rest }: ChipsProps) {
  const field = useRef<HTMLInputElement>(null)
  const take = (id: string) => {
    onRemove(id)
    field.current?.focus()
  }
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const last = chips.at(-1)
    if (event.key === 'Backspace' && value === '' && last) onRemove(last.id)
    else onKeyDown?.(event)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press next to the text goes to the text
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field inside has the keys
    <div
      className={styles.chips}
      data-invalid={rest['aria-invalid']}
      onClick={(event) => event.target === event.currentTarget && field.current?.focus()}
    >
      {chips.map(({ id, label, isBad }) => (
        <span key={id} className={isBad ? clsx(styles.chip, 'is-bad') : styles.chip}>
          <span className="truncate">{label}</span>
          <button type="button" aria-label={`Remove ${label}`} onClick={() => take(id)}>
            <Icon of={X} size="xs" />
          </button>
        </span>
      ))}
      <input
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        ref={field}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKey}
        onPaste={(event) => {
          if (onPaste?.(event.clipboardData.getData('text'))) event.preventDefault()
        }}
      />
    </div>
  )
}
