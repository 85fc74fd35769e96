import { BookText, Eye, FileText, Layers } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { pathSegment } from '#contract/shared/values.ts'
import { Icon } from '../../components/ui/icon.tsx'
import { TextInput } from '../../components/ui/inputs.tsx'
import { Badge } from '../../components/ui/marks.tsx'
import { iconOf } from './part-icons.ts'
import type { Part } from './parts.ts'
import type { StructureRow } from './structure-rows.ts'

export const columns = [
  { head: 'Title' },
  { head: 'Shown when', className: 'wide' },
  { head: 'Address' },
  { head: <span className="sr">Actions</span> },
]

const markOf = (part: Part) => {
  if (part.object === 'site-space') return FileText
  return iconOf(part.icon) ?? (part.object === 'site-section-group' ? Layers : BookText)
}

export const PartMark = ({ part }: { part: Part }) => <Icon of={markOf(part)} className="kind" />

/** What stands behind the title: what it is, which space, whether it is the default. */
export function AfterTitle({ row, isOpen }: { row: StructureRow; isOpen: boolean }) {
  const { part, spaceTitle, hasChoice } = row
  const isDefault = part.object !== 'site-section-group' && part.default === true && hasChoice
  return (
    <>
      {part.object === 'site-section-group' && (
        <span className="meta faint">{part.sections.length === 0 ? 'Empty group' : 'Group'}</span>
      )}
      {row.isBranch && !isOpen && <Count of={part} />}
      {spaceTitle && <span className="faint truncate space-name">{spaceTitle}</span>}
      {isDefault && <Badge>{part.object === 'site-section' ? 'Default section' : 'Default'}</Badge>}
    </>
  )
}

function Count({ of }: { of: Part }) {
  const count = of.object === 'site-section-group' ? of.sections.length : insideCount(of)
  return (
    <span className="count">
      {count}
      <span className="sr"> inside</span>
    </span>
  )
}

const insideCount = (part: Part): number => (part.object === 'site-section' ? part.siteSpaces.length : 0)

type ConditionProps = {
  part: Part
  /** Absent for those who may only look. */
  onEdit: (() => void) | undefined
}

/** The condition; empty where everybody sees it. A press on it edits it. */
export function ConditionCell({ part, onEdit }: ConditionProps) {
  const condition = part.object === 'site-section-group' ? undefined : part.condition
  const face = (
    <>
      <Icon of={Eye} size="s" />
      <code>{condition}</code>
    </>
  )
  return (
    <div className="cell wide" role="gridcell">
      {condition && !onEdit && (
        <span className="cond truncate" title={condition}>
          {face}
        </span>
      )}
      {condition && onEdit && (
        <button type="button" className="cond truncate" tabIndex={-1} title={condition} onClick={onEdit}>
          {face}
          <span className="sr">, change the condition of {part.title}</span>
        </button>
      )}
    </div>
  )
}

type AddressProps = {
  row: StructureRow
  /** Absent where the path cannot be changed. */
  onEdit: (() => void) | undefined
  isEditing: boolean
  onSave: (path: string) => void
  onCancel: () => void
}

/** Where readers find it; a press on it changes the path in place. */
export function AddressCell({ row, onEdit, isEditing, onSave, onCancel }: AddressProps) {
  const { part, address } = row
  return (
    <div className="cell addr" role="gridcell">
      {isEditing && part.object !== 'site-section-group' ? (
        <PathInput title={row.title} path={part.path} onSave={onSave} onCancel={onCancel} />
      ) : (
        address !== undefined && <Address {...{ row, onEdit }}>{address}</Address>
      )}
    </div>
  )
}

const Address = ({
  row,
  onEdit,
  children,
}: Pick<AddressProps, 'row' | 'onEdit'> & { children: ReactNode }) =>
  onEdit ? (
    <button
      type="button"
      className="mono addr-edit truncate"
      tabIndex={-1}
      title={row.address}
      aria-label={`${row.address}, change the path of ${row.title}`}
      onClick={onEdit}
    >
      {children}
    </button>
  ) : (
    <span className="mono truncate" title={row.address}>
      {children}
    </span>
  )

type PathProps = { title: string; path: string; onSave: (path: string) => void; onCancel: () => void }

/** A path being written in its place: Enter saves, Escape takes it back; a faulty one says why and stays open. */
function PathInput({ title, path, onSave, onCancel }: PathProps) {
  const [text, setText] = useState(path)
  const isDone = useRef(false)
  const id = useId()
  const fault = pathSegment.safeParse(text).error?.issues[0]?.message
  const finish = (isLeaving: boolean) => {
    if (isDone.current || (fault !== undefined && !isLeaving)) return
    isDone.current = true
    if (fault !== undefined || text === path) onCancel()
    else onSave(text)
  }
  return (
    <span className="path-edit">
      <span className="affix" aria-hidden="true">
        /
      </span>
      <TextInput
        mono
        aria-label={`New path of ${title}`}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault === undefined ? undefined : id}
        value={text}
        maxLength={pathSegment.maxLength ?? 100}
        spellCheck={false}
        autoCapitalize="off"
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => finish(true)}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Enter') finish(false)
          if (event.key !== 'Escape') return
          isDone.current = true
          onCancel()
        }}
      />
      {fault !== undefined && (
        <span className="path-fault" id={id} role="alert">
          {fault}
        </span>
      )}
    </span>
  )
}
