import * as Radix from '@radix-ui/react-dialog'
import { Search } from 'lucide-react'
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../../components/ui/icon.tsx'
import { Keys } from '../../components/ui/kbd.tsx'
import { Avatar, Emoji } from '../../components/ui/marks.tsx'
import { useLatest } from '../../hooks/use-debounced.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import type { Span } from './match-titles.ts'
import { type Group, type Match, MORE, parseInput, scopes, withScope } from './palette-groups.ts'
import { textOf } from './typed-on-demand.tsx'
import { useOrganization } from './use-organization.ts'
import { usePaletteItems } from './use-palette-items.ts'

type Props = {
  /** Keys pressed while the palette was loading. */
  initialKeys: readonly string[]
  onClose: () => void
  onShortcuts: () => void
}

/** The command palette: goes to any page and runs any command. */
export function Palette({ initialKeys, onClose, onShortcuts }: Props) {
  const [text, setText] = useState(() => textOf(initialKeys))
  const [at, setAt] = useState<string | undefined>()
  const { organization } = useOrganization()
  const id = useId()
  const { groups, isSearching, isComplete } = usePaletteItems(text)
  const all = groups.flatMap(({ items }) => items)
  const selected = Math.max(
    0,
    all.findIndex((item) => item.id === at),
  )
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const previousFocus = useRef(document.activeElement)
  const runOnClose = useRef<() => void>(undefined)

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [selected])

  const type = (next: string) => {
    setText(next)
    setAt(undefined)
    setWaitingKeys([])
  }
  const run = (item: Match | undefined, inNewTab = false) => {
    if (!item) return
    if (inNewTab && item.to) window.open(item.to, '_blank', 'noopener')
    else runOnClose.current = item.run
    onClose()
  }
  // A page that is still being searched comes before a search for the text.
  const isTooEarly = isSearching && at === undefined && groups.every(({ name }) => name === MORE)
  const press = (key: string, inNewTab = false): boolean => {
    const count = Math.max(1, all.length)
    if (key === 'ArrowDown') setAt(all[(selected + 1) % count]?.id)
    else if (key === 'ArrowUp') setAt(all[(selected - 1 + count) % count]?.id)
    else if (key === 'Enter' && isTooEarly) setWaitingKeys((keys) => [...keys, key])
    else if (key === 'Enter') run(all[selected], inNewTab)
    else if (key === '?' && text === '') onShortcuts()
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (press(event.key, event.metaKey || event.ctrlKey)) event.preventDefault()
  }
  const setWaitingKeys = useWaitingKeys(initialKeys, isComplete, press)
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div className="scrim">
          <Radix.Content
            className="palette"
            aria-describedby={undefined}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              if (previousFocus.current instanceof HTMLElement && previousFocus.current.isConnected)
                previousFocus.current.focus()
              // Runs after the palette returned the focus, so a dialog the command opens can restore it later.
              runOnClose.current?.()
            }}
          >
            <Radix.Title className="sr">{labels.search}</Radix.Title>
            <div className="palette-input">
              <Icon of={Search} />
              <input
                ref={field}
                role="combobox"
                aria-expanded="true"
                aria-controls={`${id}-list`}
                aria-activedescendant={all[selected] ? `${id}-${selected}` : undefined}
                aria-label={labels.search}
                placeholder={labels.search}
                autoComplete="off"
                spellCheck={false}
                value={text}
                onChange={(event) => type(event.target.value)}
                onKeyDown={onKeyDown}
              />
              {organization && <span className="meta faint truncate">in {organization.title}</span>}
            </div>
            <div className="palette-list" id={`${id}-list`} role="listbox" aria-label="Results" ref={list}>
              <Groups {...{ groups, selected, id }} onPoint={(item) => setAt(item.id)} onPick={run} />
              {all.length === 0 && <NoResults text={text} isSearching={isSearching} />}
            </div>
            <p className="sr" role="status">
              {isSearching ? '' : pluralize(all.length, 'result')}
            </p>
            <PaletteFooter
              text={text}
              onScope={(sign) => {
                type(withScope(text, sign))
                field.current?.focus()
              }}
              onShortcuts={onShortcuts}
            />
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Presses the arrow keys and Enter that came before the palette or its results once the results are there. */
function useWaitingKeys(initial: readonly string[], isReady: boolean, press: (key: string) => void) {
  const [waiting, setWaiting] = useState(() => initial.filter((key) => /^(Enter|Arrow)/.test(key)))
  const latest = useLatest(press)
  useEffect(() => {
    const [next, ...rest] = waiting
    if (next === undefined || !isReady) return
    latest.current(next)
    setWaiting(rest)
  }, [waiting, isReady, latest])
  return setWaiting
}

type GroupsProps = {
  groups: readonly Group[]
  selected: number
  id: string
  onPoint: (item: Match) => void
  onPick: (item: Match, inNewTab: boolean) => void
}

function Groups({ groups, selected, id, onPoint, onPick }: GroupsProps) {
  let index = -1
  return groups.map(({ name, items }) => (
    <div role="group" aria-labelledby={`${id}-${name}`} key={name}>
      <p className="palette-group" id={`${id}-${name}`}>
        {name}
      </p>
      {items.map((item) => {
        index += 1
        return (
          <Option
            key={item.id}
            id={`${id}-${index}`}
            item={item}
            isSelected={index === selected}
            onPoint={() => onPoint(item)}
            onPick={(inNewTab) => onPick(item, inNewTab)}
          />
        )
      })}
    </div>
  ))
}

function NoResults({ text, isSearching }: { text: string; isSearching: boolean }) {
  const { scope, query: typed } = parseInput(text)
  if (isSearching) return <p className="palette-group">{labels.loading}</p>
  if (typed === '' && scope === 'pages') return <p className="palette-group">Type a page title or text</p>
  return <p className="palette-group">No results for “{typed}”</p>
}

type OptionProps = {
  id: string
  item: Match
  isSelected: boolean
  onPoint: () => void
  onPick: (inNewTab: boolean) => void
}

const Option = ({ id, item, isSelected, onPoint, onPick }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
  <div
    className="palette-item"
    role="option"
    id={id}
    tabIndex={-1}
    aria-selected={isSelected}
    onPointerMove={onPoint}
    onClick={(event) => onPick(event.metaKey || event.ctrlKey)}
  >
    <ItemMark item={item} />
    <span className="truncate">{highlighted(item.title, item.spans)}</span>
    {item.where && <span className="where truncate">{item.where}</span>}
    {(item.keys || isSelected) && (
      <span className="end line">
        <Keys of={item.keys ?? 'enter'} />
      </span>
    )}
  </div>
)

function highlighted(title: string, spans: readonly Span[]): ReactNode {
  let end = 0
  const parts = spans.map(({ from, to }) => {
    const before = title.slice(end, from)
    end = to
    return (
      <Fragment key={from}>
        {before}
        <mark>{title.slice(from, to)}</mark>
      </Fragment>
    )
  })
  return [...parts, title.slice(end)]
}

function ItemMark({ item: { person, emoji, icon } }: { item: Match }) {
  if (person) return <Avatar id={person.id} name={person.name} />
  if (emoji) return <Emoji of={emoji} />
  return icon ? <Icon of={icon} /> : <span className="icon" />
}

type PaletteFootProps = { text: string; onScope: (sign: string) => void; onShortcuts: () => void }

/** The keys of the palette, and buttons for the prefixes that narrow the search. */
function PaletteFooter({ text, onScope, onShortcuts }: PaletteFootProps) {
  const { scope } = parseInput(text)
  return (
    <div className="palette-foot">
      <span className="pair wide">
        <Keys of="arrowup arrowdown" />
        Choose
      </span>
      <span className="pair wide">
        <Keys of="enter" />
        Open
      </span>
      <span className="pair wide">
        <Keys of="mod+enter" />
        New tab
      </span>
      <span className="grow wide" />
      {scopes.map((one) => (
        <button
          key={one.sign}
          type="button"
          className="pair"
          aria-pressed={one.scope === scope}
          aria-label={`Only ${one.label.toLowerCase()}, ${one.sign}`}
          // Results that arrive move the buttons, and a click whose button moved away in the meantime is lost.
          onMouseDown={(event) => {
            event.preventDefault()
            if (event.button === 0) onScope(one.sign)
          }}
          // By keyboard and assistive technology.
          onClick={(event) => event.detail === 0 && onScope(one.sign)}
        >
          <Keys of={one.sign} />
          {one.label}
        </button>
      ))}
      <button type="button" className="pair wide" aria-label="Keyboard shortcuts" onClick={onShortcuts}>
        <Keys of="?" />
        Shortcuts
      </button>
    </div>
  )
}
