import * as Radix from '@radix-ui/react-dialog'
import { Search } from 'lucide-react'
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Avatar } from '#dashboard/components/ui/avatar.tsx'
import { Icon } from '#dashboard/components/ui/icon.tsx'
import { Keys } from '#dashboard/components/ui/kbd.tsx'
import { Emoji } from '#dashboard/components/ui/marks.tsx'
import { labels, pluralize } from '#dashboard/lib/labels.ts'
import { asked, type Found, type Group, type Span, scopes, withScope } from './palette-groups.ts'
import { useOrganization } from './use-organization.ts'
import { usePaletteItems } from './use-palette-items.ts'

type Props = { onClose: () => void; onKeys: () => void }

/** Go to anything, do anything that can be done here. */
export function Palette({ onClose, onKeys }: Props) {
  const [text, setText] = useState('')
  const [at, setAt] = useState<string | undefined>()
  const { organization } = useOrganization()
  const id = useId()
  const { groups, isLooking } = usePaletteItems(text)
  const all = groups.flatMap(({ items }) => items)
  const chosen = Math.max(
    0,
    all.findIndex((item) => item.id === at),
  )
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const cameFrom = useRef(document.activeElement)
  const chosenAct = useRef<() => void>(undefined)

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  const type = (next: string) => {
    setText(next)
    setAt(undefined)
  }
  const run = (item: Found | undefined, inNewTab = false) => {
    if (!item) return
    if (inNewTab && item.to) window.open(item.to, '_blank', 'noopener')
    else chosenAct.current = item.run
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(all[(chosen + 1) % Math.max(1, all.length)]?.id)
    else if (event.key === 'ArrowUp') setAt(all[(chosen - 1 + all.length) % Math.max(1, all.length)]?.id)
    else if (event.key === 'Enter') run(all[chosen], event.metaKey || event.ctrlKey)
    else if (event.key === '?' && text === '') onKeys()
    else return
    event.preventDefault()
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div className="scrim">
          <Radix.Content
            className="palette"
            aria-describedby={undefined}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              if (cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected)
                cameFrom.current.focus()
              // Only now, so that an act may take the focus, and its dialog knows where the focus was.
              chosenAct.current?.()
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
                aria-activedescendant={all[chosen] ? `${id}-${chosen}` : undefined}
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
              <Groups {...{ groups, chosen, id }} onPoint={(item) => setAt(item.id)} onPick={run} />
              {all.length === 0 && <None text={text} isLooking={isLooking} />}
            </div>
            <p className="sr" role="status">
              {isLooking ? '' : pluralize(all.length, 'result')}
            </p>
            <PaletteFoot
              text={text}
              onScope={(sign) => {
                type(withScope(text, sign))
                field.current?.focus()
              }}
              onKeys={onKeys}
            />
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}

type GroupsProps = {
  groups: readonly Group[]
  chosen: number
  id: string
  onPoint: (item: Found) => void
  onPick: (item: Found, inNewTab: boolean) => void
}

function Groups({ groups, chosen, id, onPoint, onPick }: GroupsProps) {
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
            isChosen={index === chosen}
            onPoint={() => onPoint(item)}
            onPick={(inNewTab) => onPick(item, inNewTab)}
          />
        )
      })}
    </div>
  ))
}

function None({ text, isLooking }: { text: string; isLooking: boolean }) {
  const { scope, words: typed } = asked(text)
  if (isLooking) return <p className="palette-group">{labels.loading}</p>
  if (typed === '' && scope === 'pages')
    return <p className="palette-group">Type what the page is called or says</p>
  return <p className="palette-group">Nothing is called “{typed}”</p>
}

type OptionProps = {
  id: string
  item: Found
  isChosen: boolean
  onPoint: () => void
  onPick: (inNewTab: boolean) => void
}

const Option = ({ id, item, isChosen, onPoint, onPick }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
  <div
    className="palette-item"
    role="option"
    id={id}
    tabIndex={-1}
    aria-selected={isChosen}
    onPointerMove={onPoint}
    onClick={(event) => onPick(event.metaKey || event.ctrlKey)}
  >
    <Mark item={item} />
    <span className="truncate">{marked(item.title, item.spans)}</span>
    {item.where && <span className="where truncate">{item.where}</span>}
    {(item.keys || isChosen) && (
      <span className="end line">
        <Keys of={item.keys ?? 'enter'} />
      </span>
    )}
  </div>
)

function marked(title: string, spans: readonly Span[]): ReactNode {
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

function Mark({ item: { person, emoji, icon } }: { item: Found }) {
  if (person) return <Avatar id={person.id} name={person.name} />
  if (emoji) return <Emoji of={emoji} />
  return icon ? <Icon of={icon} /> : <span className="icon" />
}

type PaletteFootProps = { text: string; onScope: (sign: string) => void; onKeys: () => void }

/** The keys of the palette, and the signs that narrow it down; these can be pressed too. */
function PaletteFoot({ text, onScope, onKeys }: PaletteFootProps) {
  const { scope } = asked(text)
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
          onClick={() => onScope(one.sign)}
        >
          <Keys of={one.sign} />
          {one.label}
        </button>
      ))}
      <button type="button" className="pair wide" onClick={onKeys}>
        <Keys of="?" />
        All keys
      </button>
    </div>
  )
}
