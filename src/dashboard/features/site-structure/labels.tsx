import {
  Eye,
  FileMinus,
  Link as LinkIcon,
  type LucideIcon,
  Move,
  Pencil,
  Plus,
  Shapes,
  Star,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { StructureDifference } from '#contract/shared/structure-difference.ts'
import type { MissingItem } from '#contract/site-history.ts'
import { labels } from '../../lib/labels.ts'

const nameOf = ({ title }: { title: string }): string => title || labels.untitled
const Name = ({ of }: { of: { title: string } }) => <b>{nameOf(of)}</b>

const fieldIcons: Readonly<Record<string, LucideIcon>> = {
  path: LinkIcon,
  condition: Eye,
  icon: Shapes,
}

export function changeIcon(change: StructureDifference): LucideIcon {
  switch (change.kind) {
    case 'added':
      return Plus
    case 'removed':
      return FileMinus
    case 'moved':
      return Move
    case 'default':
      return Star
    case 'changed':
      return fieldIcons[change.field] ?? Pencil
  }
}

/** A difference as a sentence without a period: `Webhooks takes the path webhooks`. */
export function ChangeDescription({ change }: { change: StructureDifference }): ReactNode {
  switch (change.kind) {
    case 'added':
      return (
        <>
          <Name of={change.item} /> is added{change.to.parent && <> to {<Name of={change.to.parent} />}</>}
        </>
      )
    case 'removed':
      return change.item.type === 'site-section-group' ? (
        <>
          The group <Name of={change.item} /> is ungrouped
        </>
      ) : (
        <>
          <Name of={change.item} /> is removed
          {change.from.parent && <> from {<Name of={change.from.parent} />}</>}
        </>
      )
    case 'moved':
      return <MovedDescription change={change} />
    case 'default':
      return change.to ? (
        <>
          <Name of={change.to} /> becomes the default of <Name of={change.item} />
        </>
      ) : (
        <>
          <Name of={change.item} /> no longer has a default
        </>
      )
    case 'changed':
      return <FieldDescription change={change} />
  }
}

function MovedDescription({
  change: { item, from, to },
}: {
  change: Extract<StructureDifference, { kind: 'moved' }>
}) {
  const isElsewhere = from.parent?.id !== to.parent?.id
  if (isElsewhere && to.parent) {
    return (
      <>
        <Name of={item} /> moves into <Name of={to.parent} />
      </>
    )
  }
  if (isElsewhere) {
    return (
      <>
        <Name of={item} /> moves out of {from.parent ? <Name of={from.parent} /> : 'its group'}
      </>
    )
  }
  return (
    <>
      <Name of={item} /> moves {to.after ? <>after {<Name of={to.after} />}</> : 'to the beginning'}
    </>
  )
}

function FieldDescription({
  change: { item, field, from, to },
}: {
  change: Extract<StructureDifference, { kind: 'changed' }>
}) {
  switch (field) {
    case 'title':
      return (
        <>
          <b>{from || labels.untitled}</b> is renamed to <b>{to || labels.untitled}</b>
        </>
      )
    case 'path':
      return (
        <>
          <Name of={item} /> takes the path <code>{to}</code>
        </>
      )
    case 'condition':
      return to === null ? (
        <>
          <Name of={item} /> is shown to everyone
        </>
      ) : (
        <>
          <Name of={item} /> is shown when <code>{to}</code>
        </>
      )
    default:
      return (
        <>
          <Name of={item} /> {to === null ? `loses its ${field}` : `gets a new ${field}`}
        </>
      )
  }
}

/** The same as plain text, for labels and messages. */
export function changeLabel(change: StructureDifference): string {
  switch (change.kind) {
    case 'added':
      return `${nameOf(change.item)} is added`
    case 'removed':
      return `${nameOf(change.item)} is removed`
    case 'moved':
      return change.to.parent && change.to.parent.id !== change.from.parent?.id
        ? `${nameOf(change.item)} moves into ${nameOf(change.to.parent)}`
        : `${nameOf(change.item)} moves`
    case 'default':
      return `default of ${nameOf(change.item)}`
    case 'changed':
      return `${change.field === 'title' ? 'name' : change.field} of ${nameOf(change.item)}`
  }
}

/** Why an item cannot be restored, after a colon. */
export const missingReasons: Readonly<Record<MissingItem['reason'], string>> = {
  deleted: 'its space was deleted.',
  forbidden: 'you don’t have the role to show its space.',
  empty: 'none of its spaces can be restored.',
  taken: 'its path or space is now used elsewhere on the site.',
  place: 'its section or group was deleted.',
}
