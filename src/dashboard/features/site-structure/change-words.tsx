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
import type { StructureChange } from '#contract/shared/structure-change.ts'
import { words } from '../../lib/words.ts'

const nameOf = ({ title }: { title: string }): string => title || words.untitled
const Name = ({ of }: { of: { title: string } }) => <b>{nameOf(of)}</b>

const fieldIcons: Readonly<Record<string, LucideIcon>> = {
  path: LinkIcon,
  condition: Eye,
  icon: Shapes,
}

export function iconOfChange(change: StructureChange): LucideIcon {
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

/** A difference as a sentence without a full stop: `Webhooks takes the path webhooks`. */
export function ChangeWords({ change }: { change: StructureChange }): ReactNode {
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
          The group <Name of={change.item} /> is dissolved
        </>
      ) : (
        <>
          <Name of={change.item} /> is removed
          {change.from.parent && <> from {<Name of={change.from.parent} />}</>}
        </>
      )
    case 'moved':
      return <MovedWords change={change} />
    case 'default':
      return change.to ? (
        <>
          <Name of={change.to} /> becomes the default of <Name of={change.item} />
        </>
      ) : (
        <>
          <Name of={change.item} /> has no default any more
        </>
      )
    case 'changed':
      return <FieldWords change={change} />
  }
}

function MovedWords({ change: { item, from, to } }: { change: Extract<StructureChange, { kind: 'moved' }> }) {
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
      <Name of={item} /> moves {to.after ? <>behind {<Name of={to.after} />}</> : 'to the beginning'}
    </>
  )
}

function FieldWords({
  change: { item, field, from, to },
}: {
  change: Extract<StructureChange, { kind: 'changed' }>
}) {
  switch (field) {
    case 'title':
      return (
        <>
          <b>{from || words.untitled}</b> is called <b>{to || words.untitled}</b>
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
          <Name of={item} /> is shown to everybody
        </>
      ) : (
        <>
          <Name of={item} /> is shown when <code>{to}</code>
        </>
      )
    default:
      return (
        <>
          <Name of={item} /> {to === null ? `loses its ${field}` : `gets another ${field}`}
        </>
      )
  }
}

/** The same as plain text, for names of buttons and messages. */
export function changeInWords(change: StructureChange): string {
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
