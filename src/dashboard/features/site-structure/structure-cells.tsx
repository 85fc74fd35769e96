import { clsx } from 'clsx'
import { BookText, Eye, FileText, Layers } from 'lucide-react'
import { useState } from 'react'
import type { VisitorSchema } from '#contract/site-audience.ts'
import { ConditionInPlace } from '../../components/condition/condition-in-place.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Badge } from '../../components/ui/marks.tsx'
import { IconPick, iconInWords } from './icon-pick.tsx'
import { iconOf } from './part-icons.ts'
import type { Part } from './parts.ts'
import { PathInput } from './path-input.tsx'
import type { StructureRow } from './structure-rows.ts'
import './structure-cells.css'

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

type LeadProps = {
  part: Part
  /** Absent for those who may only look. */
  onIcon: ((icon: string | null) => void) | undefined
}

/** The mark before the title; a press on that of a section or group chooses another one. */
export function PartLead({ part, onIcon }: LeadProps) {
  // A thousand rows with a popover each would be slow to scroll.
  const [isAsked, setIsAsked] = useState(false)
  const mark = <Icon of={markOf(part)} className="kind" />
  if (part.object === 'site-space' || !onIcon) return mark
  const button = (
    <button
      type="button"
      className="st-icon"
      tabIndex={-1}
      aria-label={`${iconInWords(part.icon)}, change that of ${part.title}`}
      onClick={isAsked ? undefined : () => setIsAsked(true)}
    >
      {mark}
    </button>
  )
  if (!isAsked) return button
  return <IconPick startsOpen value={part.icon} onPick={onIcon} trigger={button} />
}

/** What stands behind the title: what it is, which space, whether it is the default, what is new about it. */
export function AfterTitle({ row, isOpen }: { row: StructureRow; isOpen: boolean }) {
  const { part, spaceTitle, hasChoice, marks } = row
  const isDefault = part.object !== 'site-section-group' && part.default === true && hasChoice
  const isNewDefault = isDefault && marks.includes('default')
  return (
    <>
      {part.object === 'site-section-group' && (
        <span className="meta faint">{part.sections.length === 0 ? 'Empty group' : 'Group'}</span>
      )}
      {row.isBranch && !isOpen && <Count of={part} />}
      {spaceTitle && <span className="faint truncate space-name">{spaceTitle}</span>}
      {isNewDefault && <Badge tone="ink">New default</Badge>}
      {isDefault && !isNewDefault && (
        <Badge>{part.object === 'site-section' ? 'Default section' : 'Default'}</Badge>
      )}
      {marks.includes('added') && <Badge tone="ink">New</Badge>}
      {marks.length > 0 && <span className="sr">, changed in this structure</span>}
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
  isEditing: boolean
  schema: VisitorSchema | undefined
  onSave: (condition: string | null) => void
  onCancel: () => void
}

/** The condition; empty where everybody sees it. A press on it edits it in place. */
export function ConditionCell({ part, onEdit, isEditing, schema, onSave, onCancel }: ConditionProps) {
  const condition = part.object === 'site-section-group' ? undefined : part.condition
  if (isEditing) {
    return (
      <div className="cell st-cond" role="gridcell">
        <ConditionInPlace
          title={part.title}
          value={condition ?? ''}
          schema={schema}
          onSave={onSave}
          onCancel={onCancel}
        />
      </div>
    )
  }
  const face = (
    <>
      <Icon of={Eye} size="s" />
      <code>{condition}</code>
    </>
  )
  const mayEdit = onEdit && part.object !== 'site-section-group'
  return (
    <div className="cell wide" role="gridcell">
      {condition && !mayEdit && (
        <span className="cond truncate" title={condition}>
          {face}
        </span>
      )}
      {condition && mayEdit && (
        <button type="button" className="cond truncate" tabIndex={-1} title={condition} onClick={onEdit}>
          {face}
          <span className="sr">, change the condition of {part.title}</span>
        </button>
      )}
      {!condition && mayEdit && (
        <button type="button" className="cond cond-none" tabIndex={-1} onClick={onEdit}>
          Everybody<span className="sr">, give {part.title} a condition</span>
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
        address !== undefined && <Address row={row} onEdit={onEdit} />
      )}
    </div>
  )
}

function Address({ row, onEdit }: Pick<AddressProps, 'row' | 'onEdit'>) {
  const { address, oldAddress, title } = row
  const face = oldAddress === undefined ? address : <Moved from={oldAddress} to={address} />
  const shown = oldAddress === undefined ? address : `${oldAddress} → ${address}`
  if (!onEdit) {
    return (
      <span className={oldAddress === undefined ? 'mono truncate' : 'mono addr-moved'} title={shown}>
        {face}
      </span>
    )
  }
  return (
    <button
      type="button"
      className={clsx('mono addr-edit', oldAddress === undefined ? 'truncate' : 'addr-moved')}
      tabIndex={-1}
      title={shown}
      aria-label={`${shown}, change the path of ${title}`}
      onClick={onEdit}
    >
      {face}
    </button>
  )
}

const Moved = ({ from, to }: { from: string; to: string | undefined }) => (
  <>
    <del className="old wide truncate">{from}</del> <span className="new">{to}</span>
  </>
)
