import * as Radix from '@radix-ui/react-dialog'
import { Search } from 'lucide-react'
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../../components/ui/icon.tsx'
import { Keys } from '../../components/ui/kbd.tsx'
import { Emoji } from '../../components/ui/marks.tsx'
import { words } from '../../lib/words.ts'
import type { Span } from './matching.ts'
import { useOrganization } from './use-organization.ts'
import { type Found, usePaletteItems } from './use-palette-items.ts'

type Props = { onClose: () => void; onKeys: () => void }

/** Go to anything, do anything that can be done here. */
export function Palette({ onClose, onKeys }: Props) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { organization } = useOrganization()
  const id = useId()
  const groups = usePaletteItems(text)
  const all = groups.flatMap(({ items }) => items)
  const chosen = Math.min(at, all.length - 1)
  const list = useRef<HTMLDivElement>(null)
  const cameFrom = useRef(document.activeElement)
  const chosenAct = useRef<() => void>(undefined)

  useEffect(() => {
    list.current?.querySelector(`[data-at="${chosen}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  const run = (item: Found | undefined, inNewTab = false) => {
    if (!item) return
    if (inNewTab && item.to) window.open(item.to, '_blank', 'noopener')
    else chosenAct.current = item.run
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt((chosen + 1) % Math.max(1, all.length))
    else if (event.key === 'ArrowUp') setAt((chosen - 1 + all.length) % Math.max(1, all.length))
    else if (event.key === 'Enter') run(all[chosen], event.metaKey || event.ctrlKey)
    else if (event.key === '?' && text === '') onKeys()
    else return
    event.preventDefault()
  }
  let index = -1
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
            <Radix.Title className="sr">{words.search}</Radix.Title>
            <div className="palette-input">
              <Icon of={Search} />
              <input
                role="combobox"
                aria-expanded="true"
                aria-controls={`${id}-list`}
                aria-activedescendant={all[chosen] ? `${id}-${chosen}` : undefined}
                aria-label={words.search}
                autoComplete="off"
                spellCheck={false}
                value={text}
                onChange={(event) => {
                  setText(event.target.value)
                  setAt(0)
                }}
                onKeyDown={onKeyDown}
              />
              {organization && <span className="meta faint">in {organization.title}</span>}
            </div>
            <div className="palette-list" id={`${id}-list`} role="listbox" aria-label="Results" ref={list}>
              {groups.map(({ name, items }) => (
                <div role="group" aria-labelledby={`${id}-${name}`} key={name}>
                  <p className="palette-group" id={`${id}-${name}`}>
                    {name}
                  </p>
                  {items.map((item) => {
                    index += 1
                    const own = index
                    return (
                      <Option
                        key={item.id}
                        id={`${id}-${own}`}
                        at={own}
                        item={item}
                        isChosen={own === chosen}
                        onPoint={() => setAt(own)}
                        onPick={(inNewTab) => run(item, inNewTab)}
                      />
                    )
                  })}
                </div>
              ))}
              {all.length === 0 && <p className="palette-group">Nothing is called “{text}”</p>}
            </div>
            <Foot />
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}

type OptionProps = {
  id: string
  at: number
  item: Found
  isChosen: boolean
  onPoint: () => void
  onPick: (inNewTab: boolean) => void
}

const Option = ({ id, at, item, isChosen, onPoint, onPick }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
  <div
    className="palette-item"
    role="option"
    id={id}
    data-at={at}
    tabIndex={-1}
    aria-selected={isChosen}
    onPointerMove={onPoint}
    onClick={(event) => onPick(event.metaKey || event.ctrlKey)}
  >
    {item.emoji ? <Emoji of={item.emoji} /> : item.icon && <Icon of={item.icon} />}
    <span>{marked(item.title, item.spans)}</span>
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

const Foot = () => (
  <div className="palette-foot">
    <span className="pair">
      <Keys of="arrowup arrowdown" />
      Choose
    </span>
    <span className="pair">
      <Keys of="enter" />
      Open
    </span>
    <span className="pair">
      <Keys of="mod+enter" />
      New tab
    </span>
    <span className="grow" />
    <span className="pair">
      <Keys of="?" />
      All keys
    </span>
  </div>
)
