import { clsx } from 'clsx'
import { Check, ChevronRight, FileText, Folder, X } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { TreeDragSource, useTreeDragSources } from '../../components/tree-drag.tsx'
import { type SelectionMode, useRowSelection } from '../../components/tree-navigation.ts'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { SearchInput, Select } from '../../components/ui/inputs.tsx'
import { Keys } from '../../components/ui/kbd.tsx'
import { Emoji } from '../../components/ui/marks.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { useVirtualRows } from '../../hooks/use-rows.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { type KeyHandlers, runKeyHandler } from '../../lib/shortcuts.ts'
import styles from './library-panel.module.css'
import { addTargets, type LibraryRow, outermostSelected, useLibraryRows } from './library-rows.ts'
import structureStyles from './structure.module.css'
import { nodeById, siteSpacesOf } from './structure-nodes.ts'
import { libraryKind } from './structure-rows.ts'

type Props = {
  params: SiteParams
  siteTitle: string
  structure: SiteStructure
  /** The group or section to add to; undefined for the end of the site. */
  to: string | undefined
  onTo: (to: string | undefined) => void
  onAdd: (rows: readonly LibraryRow[], to: string | null) => void
  /** The rows being dragged, which the tree adds on a drop. */
  dragged: { current: readonly LibraryRow[] }
  onClose: () => void
}

/** The library next to the structure. Rows are dragged into the tree, or selected and added. */
export function LibraryPanel(props: Props) {
  const { structure, onClose } = props
  const library = useLibraryRows(props.params.organizationId)
  const { rows, text, setText } = library
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState<string | null>(null)
  const { choose } = useRowSelection({ ids: selected, onChange: setSelected }, rows, current)
  const space = useRef<HTMLDivElement>(null)
  const at = rows.findIndex(({ id }) => id === current)
  const { items, height, scrollTo } = useVirtualRows(space, rows.length, [at], true)
  const { startByKeys } = useTreeDragSources()
  const onSite = useMemo(() => new Set(siteSpacesOf(structure).map((one) => one.space.id)), [structure])
  const target = props.to === undefined ? undefined : nodeById(structure, props.to)

  const entriesFor = (id: string | null): LibraryRow[] => {
    const ids = id !== null && !selected.has(id) ? new Set([id]) : selected
    return outermostSelected(rows.filter((row) => ids.has(row.id)))
  }
  const add = (some: readonly LibraryRow[]) => {
    if (some.length === 0) return
    props.onAdd(some, target?.id ?? null)
    setSelected(new Set())
  }
  const bring = (id: string) => {
    const some = entriesFor(id)
    const [first] = some
    if (!first) return null
    props.dragged.current = some
    return { ids: some.map((row) => row.id), title: first.title, kinds: new Set([libraryKind]) }
  }
  const focusOn = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (!row) return
    setCurrent(row.id)
    scrollTo(rows.indexOf(row))
    requestAnimationFrame(() => focusRow(space.current, row.id))
  }
  const dragByKeys = (id: string) => {
    const source = bring(id)
    const onEnd = () => requestAnimationFrame(() => focusRow(space.current, id))
    if (source) startByKeys({ ...source, onEnd })
  }
  const moveFocus = (to: number, isSelecting: boolean) => {
    if (isSelecting && rows[to]) choose(rows[to].id, 'range')
    focusOn(to)
  }
  const keyHandlersFor = (row: LibraryRow, isShift: boolean): KeyHandlers => ({
    ' ': () => dragByKeys(row.id),
    Enter: () => add(entriesFor(row.id)),
    x: () => choose(row.id),
    ArrowRight: row.isCollection ? () => library.toggle(row.id, true) : undefined,
    ArrowLeft: row.isCollection ? () => library.toggle(row.id, false) : undefined,
    ArrowUp: () => (at === 0 ? focusSearch(space.current) : moveFocus(at - 1, isShift)),
    ArrowDown: () => moveFocus(at + 1, isShift),
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at]
    const escape = () => (selected.size > 0 ? setSelected(new Set()) : onClose())
    runKeyHandler(event, { Escape: escape, ...(row && keyHandlersFor(row, event.shiftKey)) })
  }
  const onSearchKey = (event: KeyboardEvent) => {
    const [first] = rows
    runKeyHandler(event, {
      ArrowDown: () => focusOn(0),
      Enter: first && text.trim() !== '' ? () => add(entriesFor(first.id)) : undefined,
      Escape: text === '' ? onClose : undefined,
    })
  }
  return (
    <section className={structureStyles.panel} aria-label="Library">
      <div className="pane-head">
        <h2>Add from the library</h2>
        <span className="grow" />
        <IconButton small tip={false} icon={X} label={labels.close} className="btn-plain" onClick={onClose} />
      </div>
      <div className={styles.search}>
        <SearchInput
          label="Find in the library"
          placeholder="Find a space or collection"
          autoFocus
          value={text}
          onChange={setText}
          onKeyDownCapture={onSearchKey}
        />
      </div>
      <div className="scroll">
        {library.isLoading && rows.length === 0 && <ListSkeleton />}
        {!library.isLoading && rows.length === 0 && (
          <p className={clsx(styles.empty, 'faint')}>
            {text ? `No results in the library for “${text}”` : 'There are no spaces you can add to a site.'}
          </p>
        )}
        <TreeDragSource bring={(pressed) => bring(pressed.getAttribute('data-brings') ?? '')}>
          <div
            ref={space}
            className={styles.rows}
            role="tree"
            aria-label="Collections and spaces"
            aria-multiselectable="true"
            style={{ height }}
            onKeyDown={onKeyDown}
          >
            {items.map(({ index, top }) => {
              const row = rows[index]
              if (!row) return null
              return (
                <LibraryLine
                  key={row.id}
                  row={row}
                  top={top}
                  isCurrent={index === Math.max(0, at)}
                  isSelected={selected.has(row.id)}
                  isOpen={text === '' && library.isOpen(row.id)}
                  isOnSite={row.spaces.every(({ id }) => onSite.has(id))}
                  onFocus={() => setCurrent(row.id)}
                  onToggle={() => library.toggle(row.id, !library.isOpen(row.id))}
                  onSelect={(how) => choose(row.id, how)}
                  onAdd={() => add(entriesFor(row.id))}
                />
              )
            })}
          </div>
        </TreeDragSource>
      </div>
      <div className={structureStyles.panelFoot}>
        <div className={styles.target}>
          <span aria-hidden="true">Add to</span>
          <Select
            aria-label="Add to"
            value={target?.id ?? ''}
            choices={addTargets(structure, props.siteTitle)}
            onChange={(event) => props.onTo(event.target.value || undefined)}
          />
        </div>
        <Button
          variant={selected.size > 0 ? 'primary' : 'outline'}
          size="form"
          disabledReason={selected.size === 0 ? 'Select something in the library first' : undefined}
          onClick={() => add(entriesFor(null))}
        >
          {selected.size === 0 ? 'Add' : `Add ${pluralize(entriesFor(null).length, 'item')}`}
        </Button>
        <p className="faint meta wide">
          Drag into the tree, press <Keys of="space" /> to place with the keyboard, or <Keys of="enter" /> to
          add it
        </p>
      </div>
    </section>
  )
}

const focusRow = (space: HTMLElement | null, id: string): void =>
  space?.querySelector<HTMLElement>(`[data-brings="${CSS.escape(id)}"]`)?.focus({ preventScroll: true })

const focusSearch = (space: HTMLElement | null): void =>
  space?.closest('section')?.querySelector<HTMLElement>('input')?.focus()

type LibraryLineProps = {
  row: LibraryRow
  top: number
  isCurrent: boolean
  isSelected: boolean
  isOpen: boolean
  isOnSite: boolean
  onFocus: () => void
  onToggle: () => void
  onSelect: (how: SelectionMode) => void
  onAdd: () => void
}

/** A collection or space of the library. A press chooses it, a second one adds it, a drag takes it along. */
function LibraryLine({ row, top, isCurrent, isSelected, isOpen, isOnSite, ...on }: LibraryLineProps) {
  const { id, title, depth, emoji, isCollection, where } = row
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it has the keys
    <div
      className={clsx(styles.row, isSelected && 'is-selected')}
      role="treeitem"
      data-brings={id}
      tabIndex={isCurrent ? 0 : -1}
      aria-level={depth + 1}
      aria-selected={isSelected}
      aria-expanded={isCollection ? isOpen : undefined}
      style={{ '--depth': depth, transform: `translateY(${top}px)` }}
      onFocus={on.onFocus}
      onDragStart={(event) => event.preventDefault()}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={(event) => {
        if (isOnTwisty(event.target)) on.onToggle()
        else on.onSelect(event.shiftKey ? 'range' : 'toggle')
      }}
      onDoubleClick={(event) => !isOnTwisty(event.target) && on.onAdd()}
    >
      <span className={styles.tick} aria-hidden="true">
        {isSelected && <Icon of={Check} size="xs" />}
      </span>
      {isCollection && where === undefined ? (
        <span className="twisty" aria-hidden="true">
          <Icon of={ChevronRight} />
        </span>
      ) : (
        <span className="twisty is-none" aria-hidden="true" />
      )}
      {emoji ? <Emoji of={emoji} /> : <Icon of={isCollection ? Folder : FileText} className="kind" />}
      <span className="title truncate">{title}</span>
      {isCollection && (
        <span className="count">
          {row.spaces.length}
          <span className="sr"> spaces</span>
        </span>
      )}
      {where && <span className={clsx('faint truncate', styles.location)}>{where}</span>}
      {isOnSite && <span className={clsx('faint meta', styles.onSite)}>on the site</span>}
    </div>
  )
}

const isOnTwisty = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('.twisty:not(.is-none)') !== null
