import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, Check, X } from 'lucide-react'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Space } from '#contract/spaces.ts'
import { useDue } from '../hooks/use-due.ts'
import { useHeldSubmit } from '../hooks/use-held-submit.ts'
import { labels } from '../lib/labels.ts'
import styles from './pickers.module.css'
import { IconButton } from './ui/button.tsx'
import { Icon } from './ui/icon.tsx'
import { SearchInput } from './ui/inputs.tsx'
import { Emoji } from './ui/marks.tsx'

export type PickableSpace = {
  readonly space: Pick<Space, 'id' | 'title' | 'emoji'>
  /** Its path in the library, in faint text. */
  readonly where?: string | undefined
  /** Why it cannot be taken; such spaces come last. */
  readonly disabledReason?: string | undefined
}

type Props = {
  /** Name of the field, such as `Spaces`. */
  label: string
  spaces: readonly PickableSpace[]
  selected: readonly string[]
  onChange: (ids: readonly string[]) => void
  /** One space, or several in an order of their own. */
  many?: boolean
  /** False if several have no order. */
  isOrdered?: boolean
  /** What is chosen here where it is not a space: `collection`. */
  noun?: string
  isLoading?: boolean
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  id?: string
}

/**
 * Picks spaces by typing, arrow keys and Enter, or by pointer. The picked ones are above, in order. Enter before the
 * spaces are there picks the first match once they are; until then, the form is not submitted without it.
 */
export function SpacePicker(props: Props) {
  const { label, spaces, selected, onChange, many = false, noun = 'space', isLoading = false } = props
  const { isOrdered = true } = props
  const list = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState<string | null>(null)
  const shown = matching(spaces, text)
  const open = shown.filter(({ disabledReason }) => disabledReason === undefined)
  const pointed = open.find(({ space }) => space.id === at) ?? open[0]
  const pick = (id: string) => {
    setAt(id)
    if (!many) onChange([id])
    else onChange(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id])
  }
  const root = useRef<HTMLDivElement>(null)
  const [isPickDue, setPickDue] = useDue(!isLoading, () => {
    if (pointed) pick(pointed.space.id)
    else submitHeld.current = false
  })
  const submitHeld = useHeldSubmit(root, isPickDue)
  const onKeyDown = (event: KeyboardEvent) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (way !== undefined) {
      const next = open[open.indexOf(pointed ?? spaces[0] ?? nothing) + way]
      if (next) setAt(next.space.id)
      if (next) document.getElementById(`${list}-${next.space.id}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && !event.metaKey && !event.ctrlKey) {
      if (pointed) pick(pointed.space.id)
      else if (isLoading) setPickDue(true)
      else if (text.trim() === '') return
    } else return
    event.preventDefault()
  }
  return (
    <div className={styles.root} ref={root} data-invalid={props['aria-invalid']}>
      {many && selected.length > 0 && <Picked {...{ spaces, selected, onChange, isOrdered }} />}
      <SearchInput
        id={props.id}
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid']}
        label={`Find in ${label.toLowerCase()}`}
        placeholder={`Find a ${noun}`}
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={pointed && `${list}-${pointed.space.id}`}
        autoComplete="off"
        value={text}
        onChange={(next) => {
          setText(next)
          setPickDue(false)
          submitHeld.current = false
        }}
        onKeyDownCapture={onKeyDown}
      />
      <div className={styles.list} role="listbox" id={list} aria-label={label} aria-multiselectable={many}>
        {shown.map((one) => (
          <Choice
            key={one.space.id}
            id={`${list}-${one.space.id}`}
            one={one}
            isAt={one === pointed}
            isChosen={selected.includes(one.space.id)}
            onPick={() => pick(one.space.id)}
          />
        ))}
      </div>
      {shown.length === 0 && <p className={styles.none}>{isLoading ? labels.loading : noneOf(noun, text)}</p>}
    </div>
  )
}

const nothing: PickableSpace = { space: { id: '', title: '', emoji: '' } }

const noneOf = (noun: string, text: string): string =>
  text === '' ? `No ${noun} available` : `No ${noun} matches “${text}”`

/** Available ones first, otherwise in the original order. */
function matching(spaces: readonly PickableSpace[], text: string): readonly PickableSpace[] {
  const query = text.trim().toLowerCase()
  const matches = spaces.filter(({ space }) => (space.title || labels.untitled).toLowerCase().includes(query))
  return [
    ...matches.filter(({ disabledReason }) => disabledReason === undefined),
    ...matches.filter(({ disabledReason }) => disabledReason !== undefined),
  ]
}

type ChoiceProps = { id: string; one: PickableSpace; isAt: boolean; isChosen: boolean; onPick: () => void }

const Choice = ({ id, one: { space, where, disabledReason }, isAt, isChosen, onPick }: ChoiceProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
  <div
    id={id}
    className={clsx(styles.one, isAt && 'is-at')}
    role="option"
    tabIndex={-1}
    aria-selected={isChosen}
    aria-disabled={disabledReason === undefined ? undefined : true}
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => disabledReason === undefined && onPick()}
  >
    {space.emoji ? <Emoji of={space.emoji} /> : <span className="emoji" aria-hidden="true" />}
    <span className="truncate">{space.title || labels.untitled}</span>
    {(disabledReason ?? where) && <span className="where truncate">{disabledReason ?? where}</span>}
    {isChosen && <Icon of={Check} size="s" className={where ? undefined : 'picked-mark'} />}
  </div>
)

type PickedProps = Pick<Props, 'spaces' | 'selected' | 'onChange'> & { isOrdered: boolean }

function Picked({ spaces, selected, onChange, isOrdered }: PickedProps) {
  const list = useRef<HTMLOListElement>(null)
  const pressed = useRef<Element | null>(null)
  // A button that is moved in the document loses the focus; it gets it back.
  useLayoutEffect(() => {
    if (pressed.current instanceof HTMLElement && list.current?.contains(pressed.current))
      pressed.current.focus()
    pressed.current = null
  })
  const swap = (at: number, way: 1 | -1) => {
    const id = selected[at]
    if (id === undefined || selected[at + way] === undefined) return
    pressed.current = document.activeElement
    onChange(selected.toSpliced(at, 1).toSpliced(at + way, 0, id))
  }
  const titleOf = (id: string) => spaces.find(({ space }) => space.id === id)?.space.title || labels.untitled
  return (
    <ol className={styles.picked} aria-label={isOrdered ? 'Selected, in this order' : 'Selected'} ref={list}>
      {selected.map((id, at) => (
        <li key={id}>
          {isOrdered && (
            <span className="n" aria-hidden="true">
              {at + 1}
            </span>
          )}
          <span className="title truncate">{titleOf(id)}</span>
          <span className="line">
            {isOrdered && (
              <>
                <IconButton
                  small
                  tip={false}
                  icon={ArrowUp}
                  label={`Move ${titleOf(id)} up`}
                  aria-disabled={at === 0 || undefined}
                  onClick={() => swap(at, -1)}
                />
                <IconButton
                  small
                  tip={false}
                  icon={ArrowDown}
                  label={`Move ${titleOf(id)} down`}
                  aria-disabled={at === selected.length - 1 || undefined}
                  onClick={() => swap(at, 1)}
                />
              </>
            )}
            <IconButton
              small
              tip={false}
              icon={X}
              label={`Remove ${titleOf(id)}`}
              onClick={() => onChange(selected.filter((one) => one !== id))}
            />
          </span>
        </li>
      ))}
    </ol>
  )
}
