import { clsx } from 'clsx'
import { Check, ChevronRight, FileText, Folder } from 'lucide-react'
import { Icon } from '../../components/ui/icon.tsx'
import { Emoji } from '../../components/ui/marks.tsx'
import type { Choosing } from '../../components/use-row-selection.ts'
import type { ShelfRow } from './shelf-rows.ts'

type Props = {
  row: ShelfRow
  top: number
  isCurrent: boolean
  isChosen: boolean
  isOpen: boolean
  isOnSite: boolean
  onFocus: () => void
  onToggle: () => void
  onChoose: (how: Choosing) => void
  onAdd: () => void
}

/** A collection or space of the library. A press chooses it, a second one adds it, a drag takes it along. */
export function ShelfLine({ row, top, isCurrent, isChosen, isOpen, isOnSite, ...acts }: Props) {
  const { id, title, depth, emoji, isCollection, where } = row
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it has the keys
    <div
      className={clsx('st-shelf-row', isChosen && 'is-chosen')}
      role="treeitem"
      data-brings={id}
      tabIndex={isCurrent ? 0 : -1}
      aria-level={depth + 1}
      aria-selected={isChosen}
      aria-expanded={isCollection ? isOpen : undefined}
      style={{ '--depth': depth, transform: `translateY(${top}px)` }}
      onFocus={acts.onFocus}
      onDragStart={(event) => event.preventDefault()}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={(event) => {
        if (isOnTwisty(event.target)) acts.onToggle()
        else acts.onChoose(event.shiftKey ? 'range' : 'toggle')
      }}
      onDoubleClick={(event) => !isOnTwisty(event.target) && acts.onAdd()}
    >
      <span className="st-tick" aria-hidden="true">
        {isChosen && <Icon of={Check} size="xs" />}
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
      {where && <span className="faint truncate st-where">{where}</span>}
      {isOnSite && <span className="faint meta st-there">on the site</span>}
    </div>
  )
}

const isOnTwisty = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('.twisty:not(.is-none)') !== null
