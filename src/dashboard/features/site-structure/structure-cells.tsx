import { clsx } from 'clsx'
import { BookText, Eye, FileText, Layers } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { pathSegment } from '#contract/shared/values.ts'
import type { VisitorSchema } from '#contract/site-audience.ts'
import { InlineCondition } from '../../components/condition/condition-field.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { TextInput } from '../../components/ui/inputs.tsx'
import { Badge } from '../../components/ui/marks.tsx'
import { IconPicker, iconLabel, sectionIcon } from './icon-picker.tsx'
import styles from './structure.module.css'
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
  /** Absent for readers. */
  onIcon: ((icon: string | null) => void) | undefined
}

/** The icon before the title; that of a section or group is a button that opens the icon picker. */
export function NodeIcon({ node, onIcon }: LeadProps) {
  // Mounted on the first click: a thousand popovers would slow down scrolling.
  const [isPickerMounted, setIsPickerMounted] = useState(false)
  const mark = <Icon of={iconFor(node)} className="kind" />
  if (node.object === 'site-space' || !onIcon) return mark
  const button = (
    <button
      type="button"
      className={styles.icon}
      tabIndex={-1}
      aria-label={`${iconLabel(node.icon)}, change that of ${node.title}`}
      onClick={isPickerMounted ? undefined : () => setIsPickerMounted(true)}
    >
      {mark}
    </button>
  )
  if (!isPickerMounted) return button
  return <IconPicker startsOpen value={node.icon} onPick={onIcon} trigger={button} />
}

/** After the title: the kind, the space, and badges for the default and for what is new. */
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
      {spaceTitle && <span className={clsx('faint truncate', styles.spaceTitle)}>{spaceTitle}</span>}
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
  /** Absent for readers. */
  onEdit: (() => void) | undefined
  isEditing: boolean
  schema: VisitorSchema | undefined
  onSave: (condition: string | null) => void
  onCancel: () => void
}

/** The condition, edited in place; empty if everyone sees the node. */
export function ConditionCell({ node, onEdit, isEditing, schema, onSave, onCancel }: ConditionProps) {
  const condition = node.object === 'site-section-group' ? undefined : node.condition
  if (isEditing) {
    return (
      <div className={clsx('cell', styles.conditionEditor)} role="gridcell">
        <InlineCondition
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
        <span className={clsx(styles.condition, 'truncate')} title={condition}>
          {face}
        </span>
      )}
      {condition && canEdit && (
        <button
          type="button"
          className={clsx(styles.condition, 'truncate')}
          tabIndex={-1}
          title={condition}
          onClick={onEdit}
        >
          {face}
          <span className="sr">, change the condition of {node.title}</span>
        </button>
      )}
      {!condition && canEdit && (
        <button
          type="button"
          className={clsx(styles.condition, styles.noCondition)}
          tabIndex={-1}
          onClick={onEdit}
        >
          Everyone<span className="sr">, choose a condition for {node.title}</span>
        </button>
      )}
    </div>
  )
}

type AddressProps = {
  row: StructureRow
  /** Absent if the path cannot be changed. */
  onEdit: (() => void) | undefined
  isEditing: boolean
  /** A path that couldn’t be saved, to be corrected. */
  refused: RefusedPath | undefined
  onSave: (path: string) => void
  onCancel: () => void
}

export type RefusedPath = { readonly path: string; readonly reason: string }

/** The address, whose path is edited in place. */
export function AddressCell({ row, onEdit, isEditing, refused, onSave, onCancel }: AddressProps) {
  const { node, address } = row
  return (
    <div className={clsx('cell', styles.address)} role="gridcell">
      {isEditing && node.object !== 'site-section-group' ? (
        <PathInput title={row.title} path={node.path} {...{ refused, onSave, onCancel }} />
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
      <span
        className={oldAddress === undefined ? 'mono truncate' : clsx('mono', styles.addressChange)}
        title={shown}
      >
        {face}
      </span>
    )
  }
  return (
    <button
      type="button"
      className={clsx(
        'mono',
        styles.addressButton,
        oldAddress === undefined ? 'truncate' : styles.addressChange,
      )}
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
    <del className={clsx(styles.old, 'wide truncate')}>{from}</del> <span className={styles.new}>{to}</span>
  </>
)

type PathProps = Pick<AddressProps, 'refused' | 'onSave' | 'onCancel'> & { title: string; path: string }

/** Edits a path in place: Enter saves, Escape cancels. A path that is invalid or refused shows why and stays open. */
function PathInput({ title, path, refused, onSave, onCancel }: PathProps) {
  const [text, setText] = useState(refused?.path ?? path)
  const isDone = useRef(false)
  const id = useId()
  const invalid = pathSegment.safeParse(text).error?.issues[0]?.message
  const isRefused = text === refused?.path
  const fault = invalid ?? (isRefused ? refused.reason : undefined)
  const finish = (isLeaving: boolean) => {
    if (isDone.current || (invalid !== undefined && !isLeaving)) return
    isDone.current = true
    if (invalid !== undefined || text === path || (isRefused && isLeaving)) onCancel()
    else onSave(text)
  }
  return (
    <span className={styles.pathInput}>
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
        <span className={styles.pathError} id={id} role="alert">
          {fault}
        </span>
      )}
    </span>
  )
}
