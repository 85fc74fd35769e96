import './structure-cells.css'
import { clsx } from 'clsx'
import { BookText, Eye, FileText, Layers } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { pathSegment } from '#contract/shared/values.ts'
import type { VisitorSchema } from '#contract/site-audience.ts'
import { ConditionInPlace } from '../../components/condition/condition-in-place.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { TextInput } from '../../components/ui/inputs.tsx'
import { Badge } from '../../components/ui/marks.tsx'
import { IconPicker, iconLabel } from './icon-picker.tsx'
import { sectionIcon } from './section-icons.ts'
import type { StructureNode } from './structure-nodes.ts'
import type { StructureRow } from './structure-rows.ts'

export const columns = [
  { head: 'Title' },
  { head: 'Shown when', className: 'wide' },
  { head: 'Address' },
  { head: <span className="sr">Actions</span> },
]

const iconFor = (node: StructureNode) => {
  if (node.object === 'site-space') return FileText
  return sectionIcon(node.icon) ?? (node.object === 'site-section-group' ? Layers : BookText)
}

type LeadProps = {
  node: StructureNode
  /** Absent for those who may only look. */
  onIcon: ((icon: string | null) => void) | undefined
}

/** The mark before the title; a press on that of a section or group chooses another one. */
export function NodeIcon({ node, onIcon }: LeadProps) {
  // A thousand rows with a popover each would be slow to scroll.
  const [isAsked, setIsAsked] = useState(false)
  const mark = <Icon of={iconFor(node)} className="kind" />
  if (node.object === 'site-space' || !onIcon) return mark
  const button = (
    <button
      type="button"
      className="st-icon"
      tabIndex={-1}
      aria-label={`${iconLabel(node.icon)}, change that of ${node.title}`}
      onClick={isAsked ? undefined : () => setIsAsked(true)}
    >
      {mark}
    </button>
  )
  if (!isAsked) return button
  return <IconPicker startsOpen value={node.icon} onPick={onIcon} trigger={button} />
}

/** What stands behind the title: what it is, which space, whether it is the default, what is new about it. */
export function AfterTitle({ row, isOpen }: { row: StructureRow; isOpen: boolean }) {
  const { node, spaceTitle, hasChoice, marks } = row
  const isDefault = node.object !== 'site-section-group' && node.default === true && hasChoice
  const isNewDefault = isDefault && marks.includes('default')
  return (
    <>
      {node.object === 'site-section-group' && (
        <span className="meta faint">{node.sections.length === 0 ? 'Empty group' : 'Group'}</span>
      )}
      {row.isBranch && !isOpen && <Count of={node} />}
      {spaceTitle && <span className="faint truncate space-name">{spaceTitle}</span>}
      {isNewDefault && <Badge tone="ink">New default</Badge>}
      {isDefault && !isNewDefault && (
        <Badge>{node.object === 'site-section' ? 'Default section' : 'Default'}</Badge>
      )}
      {marks.includes('added') && <Badge tone="ink">New</Badge>}
      {marks.length > 0 && <span className="sr">, changed in this structure</span>}
    </>
  )
}

function Count({ of }: { of: StructureNode }) {
  const count = of.object === 'site-section-group' ? of.sections.length : insideCount(of)
  return (
    <span className="count">
      {count}
      <span className="sr"> inside</span>
    </span>
  )
}

const insideCount = (node: StructureNode): number =>
  node.object === 'site-section' ? node.siteSpaces.length : 0

type ConditionProps = {
  node: StructureNode
  /** Absent for those who may only look. */
  onEdit: (() => void) | undefined
  isEditing: boolean
  schema: VisitorSchema | undefined
  onSave: (condition: string | null) => void
  onCancel: () => void
}

/** The condition; empty where everybody sees it. A press on it edits it in place. */
export function ConditionCell({ node, onEdit, isEditing, schema, onSave, onCancel }: ConditionProps) {
  const condition = node.object === 'site-section-group' ? undefined : node.condition
  if (isEditing) {
    return (
      <div className="cell st-cond" role="gridcell">
        <ConditionInPlace
          title={node.title}
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
  const canEdit = onEdit && node.object !== 'site-section-group'
  return (
    <div className="cell wide" role="gridcell">
      {condition && !canEdit && (
        <span className="cond truncate" title={condition}>
          {face}
        </span>
      )}
      {condition && canEdit && (
        <button type="button" className="cond truncate" tabIndex={-1} title={condition} onClick={onEdit}>
          {face}
          <span className="sr">, change the condition of {node.title}</span>
        </button>
      )}
      {!condition && canEdit && (
        <button type="button" className="cond cond-none" tabIndex={-1} onClick={onEdit}>
          Everybody<span className="sr">, give {node.title} a condition</span>
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
  const { node, address } = row
  return (
    <div className="cell addr" role="gridcell">
      {isEditing && node.object !== 'site-section-group' ? (
        <PathInput title={row.title} path={node.path} onSave={onSave} onCancel={onCancel} />
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
