import { type ReactNode, useId, useRef, useState } from 'react'
import { useDue } from '../../../hooks/use-due.ts'
import { type Option, OptionList, type OptionListHandle } from './option-list.tsx'

/** Whether a text is meant as an address instead of a title or name. */
export const isAddress = (text: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|[/#.?])/i.test(text)

type Props = {
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
  /** What the text finds. */
  options: readonly Option[]
  /** The options are not those of the text yet. */
  isSearching?: boolean
  optionsLabel: string
  autoFocus?: boolean
}

/**
 * A field for an address, which arrows and Enter also choose from what its text finds. Enter waits for that, so that someone
 * who types fast gets what they mean.
 */
export function AddressField({
  label,
  placeholder,
  text,
  onText,
  options,
  isSearching = false,
  optionsLabel,
  autoFocus = false,
}: Props): ReactNode {
  const [chosen, setChosen] = useState<string>()
  const menu = useRef<OptionListHandle>(null)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const isOpen = options.length > 0
  const [, setPickDue] = useDue(!isSearching, () => {
    const [first] = options
    if (first === undefined) input.current?.form?.requestSubmit()
    else first.pick()
  })
  return (
    <>
      <input
        ref={input}
        className="input"
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-activedescendant={isOpen ? chosen : undefined}
        autoComplete="off"
        placeholder={placeholder}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          const isWaiting = isSearching && event.key === 'Enter'
          setPickDue(isWaiting)
          if (isWaiting || (isOpen && menu.current?.onKey(event.key))) event.preventDefault()
        }}
        // biome-ignore lint/a11y/noAutofocus: the field opens because the person asked for it
        autoFocus={autoFocus}
      />
      {isOpen && (
        <OptionList
          key={text}
          id={id}
          label={optionsLabel}
          options={options}
          onChosen={setChosen}
          handle={menu}
        />
      )}
    </>
  )
}
