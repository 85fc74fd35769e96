import type { SiteSectionGroup } from '#contract/site-section-groups.ts'
import type { SiteSection } from '#contract/site-sections.ts'
import type { SiteSpace } from '#contract/site-spaces.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import type { Space } from '#contract/spaces.ts'
import { labels } from '../../lib/labels.ts'
import {
  itemPosition,
  neighborsIn,
  positionConflict,
  quotedTitle,
  rootNeighbor,
  type StructureEdit,
  sectionNeighbor,
  siteSpaceNeighbor,
} from './edits.ts'
import { type NodePosition, nodeById, type StructureNode, withNode } from './structure-nodes.ts'

const pendingPrefix = 'pending-'
let count = 0
const newId = (): string => `${pendingPrefix}${++count}`

/** Whether a node is shown before the service has created it. */
export const isPending = ({ id }: Pick<StructureNode, 'id'>): boolean => id.startsWith(pendingPrefix)

/** The path and the address of a pending node are the service's to choose. */
const pending = { path: '', urls: { location: '' }, version: 0 }

const pendingSpace = (space: Space, section: string | undefined, isDefault: boolean): SiteSpace => ({
  ...pending,
  object: 'site-space',
  id: newId(),
  title: space.title || labels.untitled,
  space,
  default: isDefault,
  ...(section ? { section } : {}),
})

function pendingSection(space: Space, sectionGroup: string | undefined): SiteSection {
  const id = newId()
  return {
    ...pending,
    object: 'site-section',
    id,
    title: space.title || labels.untitled,
    siteSpaces: [pendingSpace(space, id, true)],
    default: false,
    ...(sectionGroup ? { sectionGroup } : {}),
  }
}

const pendingGroup = (title: string): SiteSectionGroup => ({
  object: 'site-section-group',
  id: newId(),
  title,
  sections: [],
  urls: { location: '' },
  version: 0,
})

/** Adds several spaces of the library at a position, in their order. */
export function addSpaceEdits(
  before: SiteStructure,
  spaces: readonly Space[],
  to: NodePosition,
): StructureEdit[] {
  // A pending node cannot be a neighbor, so all go to the same position: behind a neighbor, the last one first.
  const inTurn = to.position.after === undefined ? spaces : spaces.toReversed()
  return inTurn.map((space) => addSpaceEdit(before, space, to))
}

/** Adds a space: as a variant in a section, as a section of its own, or to a site without sections. */
function addSpaceEdit(before: SiteStructure, space: Space, to: NodePosition): StructureEdit {
  const parent = to.parentId === null ? undefined : nodeById(before, to.parentId)
  if (before.type === 'siteSpaces' || parent?.object === 'site-section') {
    const node = pendingSpace(space, parent?.id, before.structure.length === 0)
    const position = neighborsIn(itemPosition(before, to), siteSpaceNeighbor)
    const section = parent ? { sectionId: parent.id } : {}
    return addEdit(before, node, to, { type: 'add-space', spaceId: space.id, ...section, ...position })
  }
  const node = pendingSection(space, parent?.id)
  const position = neighborsIn(itemPosition(before, to), sectionNeighbor)
  const group = parent ? { sectionGroup: parent.id } : {}
  return addEdit(before, node, to, { type: 'add-section', spaceId: space.id, ...group, ...position })
}

export const addGroupEdit = (before: SiteStructure, title: string, to: NodePosition): StructureEdit =>
  addEdit(before, pendingGroup(title), to, {
    type: 'add-group',
    title,
    ...neighborsIn(itemPosition(before, to), rootNeighbor),
  })

const addEdit = (
  before: SiteStructure,
  node: StructureNode,
  to: NodePosition,
  change: StructureEdit['change'],
): StructureEdit => ({
  id: node.id,
  change,
  apply: (structure) => (nodeById(structure, node.id) ? structure : withNode(structure, node, to)),
  conflictIn: (now) => positionConflict(now, before, to),
  failureTitle: `Couldn’t add ${quotedTitle(node)}`,
})
