import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { useIsUnchanged } from '../../../hooks/use-debounced.ts'
import { useDue } from '../../../hooks/use-due.ts'
import { useHeldSubmit } from '../../../hooks/use-held-submit.ts'
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
 * who types fast gets what they mean. A submit of the form takes the chosen option of the list, but only one that was shown:
 * if it had to wait, the list opens instead.
 */
export function AddressField(props: Props): ReactNode {
  const { label, placeholder, text, onText, options, optionsLabel, autoFocus = false } = props
  const [chosen, setChosen] = useState<string>()
  const menu = useRef<OptionListHandle>(null)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const isOpen = options.length > 0
  const { onKey, forget } = useWaiting(props, input, menu)
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
        onChange={(event) => {
          forget()
          onText(event.target.value)
        }}
        onKeyDown={(event) => {
          if (!event.nativeEvent.isComposing && onKey(event.key)) event.preventDefault()
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

/** A search that takes longer counts as one that finds nothing. */
const MAX_WAIT_MS = 3000

/** What waits until the options are those of the text: Enter, and a submit of the form. */
function useWaiting(
  { text, options, isSearching = false }: Props,
  input: RefObject<HTMLInputElement | null>,
  menu: RefObject<OptionListHandle | null>,
) {
  const isLate = useIsUnchanged(text, MAX_WAIT_MS)
  const isBehind = isSearching && !isLate
  const isOpen = options.length > 0
  const [isPickDue, setPickDue] = useDue(!isBehind, () => {
    const [first] = options
    if (first === undefined) input.current?.form?.requestSubmit()
    else first.pick()
  })
  const [, setShowDue] = useDue(!isBehind, () => {
    if (!isOpen || isPickDue) return
    submitHeld.current = false
    input.current?.focus()
  })
  const submitHeld = useHeldSubmit(input, isBehind || isPickDue || isOpen, () => {
    if (isBehind) setShowDue(true)
    else if (!isPickDue) menu.current?.onKey('Enter')
  })
  const onKey = (key: string): boolean => {
    const isWaiting = isBehind && key === 'Enter'
    if (isWaiting) setPickDue(true)
    return isWaiting || (isOpen && menu.current?.onKey(key) === true)
  }
  const forget = () => {
    setPickDue(false)
    setShowDue(false)
    submitHeld.current = false
  }
  return { onKey, forget }
}
