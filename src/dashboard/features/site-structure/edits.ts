import type { SiteParams } from '#contract/shared/paths.ts'
import type { StructureChange } from '#contract/site-plans.ts'
import type { SiteSection } from '#contract/site-sections.ts'
import type { SiteSpace } from '#contract/site-spaces.ts'
import type { SiteStructure, StructureItem } from '#contract/site-structure.ts'
import { labels } from '../../lib/labels.ts'
import {
  childIds,
  type NodePosition,
  nodeById,
  type StructureNode,
  sectionsOf,
  siteSpacesOf,
  titleOf,
  withChangedNode,
  withDefault,
  withDissolvedGroup,
  withMovedNode,
  withoutNode,
} from './structure-nodes.ts'

/** One edit of the structure: how it is shown ahead of the answer, what is sent, and what makes it obsolete. */
export type StructureEdit = {
  /** The node it is about; a temporary id for one that is added. */
  readonly id: string
  /** The change, as a plan stores it. */
  readonly change: StructureChange
  /** The structure with the edit; null if it does not fit. Pure. */
  readonly apply: (structure: SiteStructure) => SiteStructure | null
  /** Why the edit no longer makes sense after someone else's change; null if it still does. */
  readonly conflictIn: (now: SiteStructure) => string | null
  /** First line of the toast if it fails: `Couldn’t move “Webhooks”`. */
  readonly failureTitle: string
  /** True if it is enough that the node no longer exists, whoever deleted it. */
  readonly succeedsIfGone?: boolean
  /** Shows why it failed where it was typed; false if a toast has to. */
  readonly showFailure?: ((reason: string) => boolean) | undefined
}

export const quotedTitle = (node: StructureNode): string => labels.quoted(titleOf(node))
const goneReason = (now: SiteStructure, id: string): string | null =>
  nodeById(now, id) ? null : 'Someone deleted it in the meantime.'

/** None of the edits succeeded; a toast has shown why. */
export class AllEditsFailedError extends Error {
  override readonly name = 'AllEditsFailedError'
}

/** The edits that succeeded. Those that failed were reverted, and a toast showed why. */
export type EditResult = {
  readonly done: readonly StructureEdit[]
  /** The ids of added nodes. */
  readonly createdIds: ReadonlyMap<StructureEdit, string>
}

/** Shows edits right away and saves them in turn. Rejects if none of them succeeded. */
export type ApplyEdits = (edits: readonly StructureEdit[]) => Promise<EditResult>

/** Where edits go: to the live structure that readers see, or into the plan. */
export type EditTarget = {
  readonly params: SiteParams
  readonly isPlan: boolean
  /** The structure shown now. */
  readonly current: () => SiteStructure | undefined
  readonly apply: ApplyEdits
}

/** Moves a node. `before` is the structure in which the position was chosen. */
export function moveEdit(before: SiteStructure, node: StructureNode, to: NodePosition): StructureEdit {
  return {
    id: node.id,
    change: {
      type: 'move',
      item: { type: node.object, id: node.id },
      parent: to.parentId,
      position: itemPosition(before, to),
    },
    apply: (structure) => withMovedNode(structure, node.id, to),
    conflictIn: (now) => goneReason(now, node.id) ?? positionConflict(now, before, to),
    failureTitle: `Couldn’t move ${quotedTitle(node)}`,
  }
}

/** Moves several nodes: the first one to the position, each other one after the one before it. */
export function moveEdits(
  before: SiteStructure,
  nodes: readonly StructureNode[],
  to: NodePosition,
): StructureEdit[] {
  let now = before
  let previous: StructureNode | undefined
  return nodes.map((node) => {
    const position = previous === undefined ? to.position : { after: previous.id }
    const edit = moveEdit(now, node, { parentId: to.parentId, position })
    now = edit.apply(now) ?? now
    previous = node
    return edit
  })
}

type ItemPosition = {
  readonly before?: StructureItem | undefined
  readonly after?: StructureItem | undefined
}

/** A position whose neighbors are named by kind and id, as the service reads it. */
export function itemPosition(structure: SiteStructure, { position }: NodePosition): ItemPosition {
  const itemOf = (id: string | undefined): StructureItem | undefined => {
    const neighbor = id === undefined ? undefined : nodeById(structure, id)
    return neighbor && { type: neighbor.object, id: neighbor.id }
  }
  const [before, after] = [itemOf(position.before), itemOf(position.after)]
  return { ...(before ? { before } : {}), ...(after ? { after } : {}) }
}

/** A position in the body of an operation, which names neighbors by a form of its own; empty at the end. */
export function neighborsIn<N>(
  { before, after }: ItemPosition,
  neighborOf: (item: StructureItem) => N,
): { position?: { before?: N; after?: N } } {
  if (before === undefined && after === undefined) return {}
  return {
    position: {
      ...(before ? { before: neighborOf(before) } : {}),
      ...(after ? { after: neighborOf(after) } : {}),
    },
  }
}

export const sectionNeighbor = ({ type, id }: StructureItem) =>
  type === 'site-section-group'
    ? { type: 'site-section-group' as const, siteSectionGroup: id }
    : { type: 'site-section' as const, siteSection: id }

export const siteSpaceNeighbor = ({ id }: StructureItem) => ({ type: 'site-space' as const, siteSpace: id })

export const rootNeighbor = ({ type, id }: StructureItem) => ({
  type: type === 'site-section' ? type : ('site-section-group' as const),
  id,
})

/** Why a position no longer exists; the reason names what is missing. */
export function positionConflict(now: SiteStructure, before: SiteStructure, to: NodePosition): string | null {
  const { parentId, position } = to
  const siblings = childIds(now, parentId)
  const nameOf = (id: string) => {
    const node = nodeById(before, id)
    return node ? quotedTitle(node) : 'the row next to it'
  }
  if (siblings === undefined) return `${nameOf(parentId ?? '')} no longer exists.`
  const missing = [position.before, position.after].find((id) => id !== undefined && !siblings.includes(id))
  if (missing === undefined) return null
  return `Someone moved or deleted ${nameOf(missing)} in the meantime, so this position no longer exists.`
}

/** The editable fields of a node; null clears one. */
export type NodeFields = {
  readonly title?: string
  readonly path?: string
  readonly icon?: string | null
  readonly condition?: string | null
  readonly description?: string | null
}

const fieldLabels: Readonly<Record<keyof NodeFields, string>> = {
  title: 'name',
  path: 'path',
  icon: 'icon',
  condition: 'condition',
  description: 'description',
}

/** Changes fields of a node. If someone else changed the same field in the meantime, their value is not overwritten. */
export function fieldsEdit(node: StructureNode, fields: NodeFields): StructureEdit {
  const keys = Object.keys(fields) as (keyof NodeFields)[]
  const before = previousFields(node, fields)
  const put = (structure: SiteStructure, values: NodeFields) =>
    withChangedNode(structure, node.id, (now) => withFields(now, values))
  const label = fieldsLabel(fields)
  return {
    id: node.id,
    change: fieldsChange(node, fields),
    apply: (structure) => put(structure, fields),
    conflictIn: (now) => {
      const current = nodeById(now, node.id)
      if (current === undefined) return goneReason(now, node.id)
      const isSame = keys.every((key) => fieldOf(current, key) === before[key])
      return isSame ? null : `Someone changed its ${label} in the meantime.`
    },
    failureTitle: `Couldn’t change the ${label} of ${quotedTitle(node)}`,
  }
}

/** The field that an edit changes, in words. */
export function fieldsLabel(fields: NodeFields): string {
  const [key, ...others] = Object.keys(fields) as (keyof NodeFields)[]
  return key !== undefined && others.length === 0 ? fieldLabels[key] : 'fields'
}

/** What a node has now in the fields that an edit changes. */
export const previousFields = (node: StructureNode, fields: NodeFields): NodeFields =>
  Object.fromEntries(Object.keys(fields).map((key) => [key, fieldOf(node, key as keyof NodeFields)]))

/** The default that a node would replace. */
export function defaultBeside(
  structure: SiteStructure,
  node: SiteSection | SiteSpace,
): SiteSection | SiteSpace | undefined {
  const peers =
    node.object === 'site-section'
      ? sectionsOf(structure)
      : siteSpacesOf(structure).filter(({ section }) => section === node.section)
  return peers.find((peer) => peer.default === true && peer.id !== node.id)
}

const fieldOf = (node: StructureNode, key: keyof NodeFields): string | null =>
  (node as Partial<Record<keyof NodeFields, string>>)[key] ?? null

function withFields<N extends StructureNode>(node: N, fields: NodeFields): N {
  const next: Record<string, unknown> = { ...node }
  for (const [key, value] of Object.entries(fields)) {
    if (value === null) delete next[key]
    else next[key] = value
  }
  return next as N
}

function fieldsChange({ object, id }: StructureNode, fields: NodeFields): StructureChange {
  const { title, path, icon, condition, description } = fields
  const put = <K extends string, V>(key: K, value: V | undefined) =>
    (value === undefined ? {} : { [key]: value }) as { [key in K]?: V }
  const ofGroup = { ...put('title', title), ...put('icon', icon) }
  const ofSpace = { ...put('path', path), ...put('condition', condition) }
  if (object === 'site-section-group') return { type: 'change-group', id, ...ofGroup }
  if (object === 'site-space') return { type: 'change-space', id, ...ofSpace }
  return { type: 'change-section', id, ...ofGroup, ...ofSpace, ...put('description', description) }
}

/** Makes a section the default of the site, or a site space the default of its section. */
export function defaultEdit(node: SiteSection | SiteSpace): StructureEdit {
  return {
    id: node.id,
    change: defaultChange(node),
    apply: (structure) => withDefault(structure, node),
    conflictIn: (now) => goneReason(now, node.id),
    failureTitle: `Couldn’t make ${quotedTitle(node)} the default`,
  }
}

function defaultChange(node: SiteSection | SiteSpace): StructureChange {
  if (node.object === 'site-section') return { type: 'set-default', defaultSiteSection: node.id }
  if (node.section === undefined) return { type: 'set-default', defaultSiteSpace: node.id }
  return { type: 'change-section', id: node.section, defaultSiteSpace: node.id }
}

/** Removes a node from the site; a group is dissolved. */
export function removeEdit(node: StructureNode): StructureEdit {
  const { id, object } = node
  return {
    id,
    change: { type: removals[object], id },
    apply: (structure) =>
      object === 'site-section-group' ? withDissolvedGroup(structure, id) : withoutNode(structure, id),
    conflictIn: () => 'Someone changed it in the meantime. Review it first.',
    failureTitle: `Couldn’t remove ${quotedTitle(node)}`,
    succeedsIfGone: true,
  }
}

const removals = {
  'site-section-group': 'delete-group',
  'site-section': 'delete-section',
  'site-space': 'remove-space',
} as const
