import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { Menu, MenuLabel, MenuOption, MenuOptions, MenuSeparator } from './menu.tsx'

export type InlineChoice<T extends string> = {
  readonly value: T
  readonly label: string
  readonly help?: string | undefined
  /** Why it cannot be chosen now. */
  readonly refusal?: string | undefined
}

type Props<T extends string> = {
  /** What is chosen: `Role of Malin Sjöberg`. */
  label: string
  value: T
  choices: readonly InlineChoice<T>[]
  onChange: (value: T) => void
  /** Shown below the choices. */
  note?: ReactNode
  /** -1 in rows that are not the current one. */
  tabIndex?: number
}

/** A value that is edited in place. */
export function SelectInline<T extends string>(props: Props<T>) {
  const { label, value, choices, onChange, note, tabIndex } = props
  const choiceOf = (option: T) => choices.find((choice) => choice.value === option)
  const name = choiceOf(value)?.label ?? value
  const choose = (next: T) => {
    if (next !== value && choiceOf(next)?.refusal === undefined) onChange(next)
  }
  const trigger = (
    <button className="select-inline" type="button" tabIndex={tabIndex} aria-label={`${label}: ${name}`}>
      <span className="truncate">{name}</span>
      <Icon of={ChevronDown} />
    </button>
  )
  return (
    <Menu trigger={trigger} align="start">
      <MenuOptions<T> value={value} onChange={choose}>
        {choices.map((one) => (
          <MenuOption key={one.value} value={one.value} help={one.help} disabledReason={one.refusal}>
            {one.label}
          </MenuOption>
        ))}
      </MenuOptions>
      {note && (
        <>
          <MenuSeparator />
          <MenuLabel>{note}</MenuLabel>
        </>
      )}
    </Menu>
  )
}
