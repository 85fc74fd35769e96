import { type KeyboardEvent, useState } from 'react'
import { useController } from 'react-hook-form'
import { Chips } from './chips.tsx'
import { useField } from './fields.tsx'
import { Field, type FieldProps } from './ui/field.tsx'

type Props = Omit<FieldProps, 'error' | 'length'> & {
  name: string
  placeholder?: string
  /** What ends one and begins the next; commas and new lines unless given. */
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
    const found = more.split(between).map(tidy).filter(Boolean)
    setText('')
    if (found.length > 0) bound.onChange([...new Set([...values, ...found])])
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
