import { X } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { SiteStructure } from '#contract/site-structure.ts'
import { TreeSource, useTreeSources } from '../../components/tree-source.tsx'
import { Button } from '../../components/ui/button.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { SearchInput, Select } from '../../components/ui/inputs.tsx'
import { Keys } from '../../components/ui/kbd.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { useRowSelection } from '../../components/use-row-selection.ts'
import { useVirtualRows } from '../../hooks/use-virtual-rows.ts'
import { type ActsByKey, actByKey } from '../../lib/by-key.ts'
import { counted, words } from '../../lib/words.ts'
import { partOf, type SitePlace, siteSpacesOf } from './parts.ts'
import { ShelfLine } from './shelf-line.tsx'
import { broughtFrom, type ShelfRow } from './shelf-rows.ts'
import { targetsIn } from './shelf-targets.ts'
import { fromLibrary } from './structure-rows.ts'
import { useShelf } from './use-shelf.ts'
import './library-panel.css'

type Props = {
  place: SitePlace
  siteTitle: string
  structure: SiteStructure
  /** The group or section that the choice goes into; the end of the site unless given. */
  to: string | undefined
  onTo: (to: string | undefined) => void
  onBring: (rows: readonly ShelfRow[], to: string | null) => void
  /** The rows that a drag brings, for when it ends in the tree. */
  carried: { current: readonly ShelfRow[] }
  onClose: () => void
}

/** The library beside the structure: rows are dragged into it, or chosen and added by Enter. */
export function LibraryPanel(props: Props) {
  const { structure, onClose } = props
  const shelf = useShelf(props.place.organizationId)
  const { rows, text, setText } = shelf
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState<string | null>(null)
  const { choose } = useRowSelection({ ids: chosen, onChange: setChosen }, rows, current)
  const space = useRef<HTMLDivElement>(null)
  const at = rows.findIndex(({ id }) => id === current)
  const { items, height, margin, scrollTo } = useVirtualRows(space, rows.length, [at], true)
  const { takeByKeys } = useTreeSources()
  const onSite = useMemo(() => new Set(siteSpacesOf(structure).map((one) => one.space.id)), [structure])
  const target = props.to === undefined ? undefined : partOf(structure, props.to)

  const picked = (id: string | null): ShelfRow[] => {
    const ids = id !== null && !chosen.has(id) ? new Set([id]) : chosen
    return broughtFrom(rows.filter((row) => ids.has(row.id)))
  }
  const add = (some: readonly ShelfRow[]) => {
    if (some.length === 0) return
    props.onBring(some, target?.id ?? null)
    setChosen(new Set())
  }
  const bring = (id: string) => {
    const some = picked(id)
    const [first] = some
    if (!first) return null
    props.carried.current = some
    return { ids: some.map((row) => row.id), title: first.title, kinds: new Set([fromLibrary]) }
  }
  const focusOn = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (!row) return
    setCurrent(row.id)
    scrollTo(rows.indexOf(row))
    requestAnimationFrame(() => focusRow(space.current, row.id))
  }
  const carry = (id: string) => {
    const arriving = bring(id)
    const onEnd = () => requestAnimationFrame(() => focusRow(space.current, id))
    if (arriving) takeByKeys({ ...arriving, onEnd })
  }
  const walk = (to: number, isChoosing: boolean) => {
    if (isChoosing && rows[to]) choose(rows[to].id, 'range')
    focusOn(to)
  }
  const actsOn = (row: ShelfRow, isShift: boolean): ActsByKey => ({
    ' ': () => carry(row.id),
    Enter: () => add(picked(row.id)),
    x: () => choose(row.id),
    ArrowRight: row.isCollection ? () => shelf.toggle(row.id, true) : undefined,
    ArrowLeft: row.isCollection ? () => shelf.toggle(row.id, false) : undefined,
    ArrowUp: () => (at === 0 ? focusSearch(space.current) : walk(at - 1, isShift)),
    ArrowDown: () => walk(at + 1, isShift),
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at]
    const leave = () => (chosen.size > 0 ? setChosen(new Set()) : onClose())
    actByKey(event, { Escape: leave, ...(row && actsOn(row, event.shiftKey)) })
  }
  const onSearchKey = (event: KeyboardEvent) => {
    const [first] = rows
    actByKey(event, {
      ArrowDown: () => focusOn(0),
      Enter: first && text.trim() !== '' ? () => add(picked(first.id)) : undefined,
      Escape: text === '' ? onClose : undefined,
    })
  }
  return (
    <section className="st-side st-library" aria-label="Library">
      <div className="pane-head">
        <h2>Add from the library</h2>
        <span className="grow" />
        <IconButton small tip={false} icon={X} label={words.close} className="btn-plain" onClick={onClose} />
      </div>
      <div className="st-shelf-search">
        <SearchInput
          label="Find in the library"
          placeholder="Find a space or collection"
          autoFocus
          value={text}
          onChange={setText}
          onKeyDownCapture={onSearchKey}
        />
      </div>
      <div className="scroll st-shelf">
        {shelf.isLoading && rows.length === 0 && <ListSkeleton />}
        {!shelf.isLoading && rows.length === 0 && (
          <p className="st-none faint">
            {text
              ? `Nothing in the library is called “${text}”`
              : 'There is no space that you may show on a site.'}
          </p>
        )}
        <TreeSource bring={(pressed) => bring(pressed.getAttribute('data-brings') ?? '')}>
          <div
            ref={space}
            className="st-shelf-space"
            role="tree"
            aria-label="Collections and spaces"
            aria-multiselectable="true"
            style={{ height }}
            onKeyDown={onKeyDown}
          >
            {items.map(({ index, start }) => {
              const row = rows[index]
              if (!row) return null
              return (
                <ShelfLine
                  key={row.id}
                  row={row}
                  top={start - margin}
                  isCurrent={index === Math.max(0, at)}
                  isChosen={chosen.has(row.id)}
                  isOpen={text === '' && shelf.isOpen(row.id)}
                  isOnSite={row.spaces.every(({ id }) => onSite.has(id))}
                  onFocus={() => setCurrent(row.id)}
                  onToggle={() => shelf.toggle(row.id, !shelf.isOpen(row.id))}
                  onChoose={(how) => choose(row.id, how)}
                  onAdd={() => add(picked(row.id))}
                />
              )
            })}
          </div>
        </TreeSource>
      </div>
      <div className="st-side-foot">
        <div className="st-target">
          <span aria-hidden="true">Add to</span>
          <Select
            aria-label="Add to"
            value={target?.id ?? ''}
            choices={targetsIn(structure, props.siteTitle)}
            onChange={(event) => props.onTo(event.target.value || undefined)}
          />
        </div>
        <Button
          look={chosen.size > 0 ? 'ink' : 'line'}
          size="form"
          disabledReason={chosen.size === 0 ? 'Choose something from the library first' : undefined}
          onClick={() => add(picked(null))}
        >
          {chosen.size === 0 ? 'Add' : `Add ${counted(picked(null).length, 'row')}`}
        </Button>
        <p className="faint meta wide">
          Drag into the tree, or <Keys of="space" /> to place it by keys, <Keys of="enter" /> to add it
        </p>
      </div>
    </section>
  )
}

const focusRow = (space: HTMLElement | null, id: string): void =>
  space?.querySelector<HTMLElement>(`[data-brings="${CSS.escape(id)}"]`)?.focus({ preventScroll: true })

const focusSearch = (space: HTMLElement | null): void =>
  space?.closest('.st-library')?.querySelector<HTMLElement>('input')?.focus()
