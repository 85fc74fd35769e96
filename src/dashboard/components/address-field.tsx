import type { KeyboardEvent, ReactNode } from 'react'
import { addressesIn, addressFault, withoutDoubles } from '../lib/addresses.ts'
import { words } from '../lib/words.ts'
import { Chips } from './chips.tsx'
import { Field } from './ui/field.tsx'

/** The addresses that are chips already, and what is being typed. */
export type Addresses = { readonly chips: readonly string[]; readonly text: string }

export const noAddresses: Addresses = { chips: [], text: '' }

/** All of them, what is being typed included. */
export const allOf = ({ chips, text }: Addresses): string[] =>
  withoutDoubles([...chips, ...addressesIn(text)])

type Props = {
  label: string
  help?: ReactNode
  value: Addresses
  onChange: (value: Addresses) => void
  /** A fault of the whole, such as too many. */
  error?: string | undefined
}

/** E-mail addresses, one by one or many at once from the clipboard. Those that are none say why. */
export function AddressField({ label, help, value, onChange, error }: Props) {
  const { chips, text } = value
  const add = (more: string): boolean => {
    const found = addressesIn(more)
    if (found.length > 0) onChange({ chips: withoutDoubles([...chips, ...found]), text: '' })
    return found.length > 0
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!['Enter', ',', ';', ' '].includes(event.key) || event.metaKey || event.ctrlKey) return
    if (event.key === 'Enter' && text.trim() === '') return
    event.preventDefault()
    add(text)
  }
  return (
    <Field label={label} help={help} error={error ?? faultIn(chips)}>
      {(tied) => (
        <Chips
          {...tied}
          chips={chips.map((one) => ({ id: one, label: one, isBad: addressFault(one) !== undefined }))}
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
export function faultIn(addresses: readonly string[]): string | undefined {
  const bad = addresses.filter((one) => addressFault(one) !== undefined)
  const [first] = bad
  if (first === undefined) return undefined
  const more = bad.length > 1 ? ` ${bad.length - 1} more cannot be taken either.` : ''
  const rest = bad.length < addresses.length ? ' Everyone else can be invited.' : ''
  return `${words.quoted(first)} ${addressFault(first)}.${more}${rest}`
}
