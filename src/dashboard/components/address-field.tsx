import type { KeyboardEvent, ReactNode } from 'react'
import { emailError, parseEmails, withoutDuplicates } from '../lib/email-addresses.ts'
import { labels } from '../lib/labels.ts'
import { Chips } from './chips-field.tsx'
import { Field } from './ui/field.tsx'

/** The addresses that are chips already, and what is being typed. */
export type EmailInput = { readonly chips: readonly string[]; readonly text: string }

export const noEmails: EmailInput = { chips: [], text: '' }

/** All of them, what is being typed included. */
export const allEmails = ({ chips, text }: EmailInput): string[] =>
  withoutDuplicates([...chips, ...parseEmails(text)])

type Props = {
  label: string
  help?: ReactNode
  value: EmailInput
  onChange: (value: EmailInput) => void
  /** A fault of the whole, such as too many. */
  error?: string | undefined
}

/** Email addresses, typed one by one or pasted. Invalid ones say why. */
export function EmailsField({ label, help, value, onChange, error }: Props) {
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
          placeholder={chips.length === 0 ? 'One, or a whole list from the clipboard' : 'Add another'}
        />
      )}
    </Field>
  )
}

/** The first fault among addresses, how many more there are, and whether the others are good. */
export function emailsError(addresses: readonly string[]): string | undefined {
  const bad = addresses.filter((one) => emailError(one) !== undefined)
  const [first] = bad
  if (first === undefined) return undefined
  const more = bad.length > 1 ? ` ${bad.length - 1} more cannot be taken either.` : ''
  const rest = bad.length < addresses.length ? ' Everyone else can be invited.' : ''
  return `${labels.quoted(first)} ${emailError(first)}.${more}${rest}`
}
