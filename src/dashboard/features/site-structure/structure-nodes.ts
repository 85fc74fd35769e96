import { type Position, slotOf } from '#contract/shared/position.ts'
import type { SiteSectionGroup } from '#contract/site-section-groups.ts'
import type { SiteSection } from '#contract/site-sections.ts'
import type { SiteSpace } from '#contract/site-spaces.ts'
import type { SiteStructure, StructureItem } from '#contract/site-structure.ts'
import { labels, pluralize } from '../../lib/labels.ts'

/** A section group, section or site space in the structure of a site. */
export type StructureNode = SiteSectionGroup | SiteSection | SiteSpace
export type NodeKind = StructureItem['type']

/** A parent (null is the top level) and a position among its children. */
export type NodePosition = { readonly parentId: string | null; readonly position: Position }

export const titleOf = ({ title }: Pick<StructureNode, 'title'>): string => title || labels.untitled

/** One node by its title, several by their number. */
export const nameOrCount = (nodes: readonly Pick<StructureNode, 'title'>[]): string => {
  const [first] = nodes
  return nodes.length === 1 && first ? labels.quoted(titleOf(first)) : pluralize(nodes.length, 'row')
}

/** The nodes at the top level, in order. */
export const rootNodes = (structure: SiteStructure): readonly StructureNode[] => structure.structure

/** The direct children of a node, in order. */
export function childrenOf(node: StructureNode): readonly StructureNode[] {
  if (node.object === 'site-section-group') return node.sections
  return node.object === 'site-section' ? node.siteSpaces : []
}

/** All nodes, parents before their children, each with the id of its parent. */
export function nodesOf(
  structure: SiteStructure,
): readonly { node: StructureNode; parentId: string | null }[] {
  const all = (
    nodes: readonly StructureNode[],
    parentId: string | null,
  ): { node: StructureNode; parentId: string | null }[] =>
    nodes.flatMap((node) => [{ node, parentId }, ...all(childrenOf(node), node.id)])
  return all(rootNodes(structure), null)
}

export const nodeById = (structure: SiteStructure, id: string): StructureNode | undefined =>
  nodesOf(structure).find(({ node }) => node.id === id)?.node

/** The sections in reading order, including those in groups. */
export const sectionsOf = (structure: SiteStructure): readonly SiteSection[] =>
  nodesOf(structure).flatMap(({ node }) => (node.object === 'site-section' ? [node] : []))

export const siteSpacesOf = (structure: SiteStructure): readonly SiteSpace[] =>
  nodesOf(structure).flatMap(({ node }) => (node.object === 'site-space' ? [node] : []))

/** The ids of the children of a node, or of the top level; undefined if the node does not exist. */
export function childIds(structure: SiteStructure, parentId: string | null): readonly string[] | undefined {
  const parent = parentId === null ? undefined : nodeById(structure, parentId)
  if (parentId !== null && parent === undefined) return undefined
  return (parent ? childrenOf(parent) : rootNodes(structure)).map(({ id }) => id)
}

/** The position of a node: after its previous sibling, or before the next one if it is the first. */
export function currentPosition(structure: SiteStructure, id: string): NodePosition | null {
  const parentId = nodesOf(structure).find(({ node }) => node.id === id)?.parentId
  if (parentId === undefined) return null
  const siblings = childIds(structure, parentId) ?? []
  const index = siblings.indexOf(id)
  const [after, before] = [siblings[index - 1], siblings[index + 1]]
  if (after !== undefined) return { parentId, position: { after } }
  return { parentId, position: before === undefined ? {} : { before } }
}

const isSection = (node: StructureNode): node is SiteSection => node.object === 'site-section'
const isSiteSpace = (node: StructureNode): node is SiteSpace => node.object === 'site-space'
const isNotSiteSpace = (node: StructureNode): node is SiteSection | SiteSectionGroup => !isSiteSpace(node)

/** Whether a node of this kind may be a child of a parent; null is the top level. */
export function canContain(
  { type }: Pick<SiteStructure, 'type'>,
  parent: StructureNode | null,
  kind: NodeKind,
) {
  if (parent?.object === 'site-section-group') return kind === 'site-section'
  if (parent?.object === 'site-section') return kind === 'site-space'
  if (parent !== null) return false
  return type === 'sections' ? kind !== 'site-space' : kind === 'site-space'
}

const withRoot = (structure: SiteStructure, nodes: readonly StructureNode[]): SiteStructure =>
  structure.type === 'sections'
    ? { ...structure, structure: nodes.filter(isNotSiteSpace) }
    : { ...structure, structure: nodes.filter(isSiteSpace) }

function withChildren(node: StructureNode, children: readonly StructureNode[]): StructureNode {
  if (node.object === 'site-section-group') return { ...node, sections: children.filter(isSection) }
  if (node.object === 'site-section') return { ...node, siteSpaces: children.filter(isSiteSpace) }
  return node
}

type EditNodes = (nodes: readonly StructureNode[]) => readonly StructureNode[]

/** The structure with every list of siblings edited, parents before their children. */
function mapSiblings(structure: SiteStructure, edit: (parentId: string | null) => EditNodes): SiteStructure {
  const visit = (nodes: readonly StructureNode[], parentId: string | null): readonly StructureNode[] =>
    edit(parentId)(nodes).map((node) => withChildren(node, visit(childrenOf(node), node.id)))
  return withRoot(structure, visit(rootNodes(structure), null))
}

/** The structure with one node changed where it is. */
export const withChangedNode = (
  structure: SiteStructure,
  id: string,
  change: (node: StructureNode) => StructureNode,
): SiteStructure =>
  mapSiblings(structure, () => (nodes) => nodes.map((node) => (node.id === id ? change(node) : node)))

export const withoutNode = (structure: SiteStructure, id: string): SiteStructure =>
  mapSiblings(structure, () => (nodes) => nodes.filter((node) => node.id !== id))

/** The structure with a new node; null if its parent or its neighbor does not exist or cannot contain it. */
export function withNode(
  structure: SiteStructure,
  node: StructureNode,
  { parentId, position }: NodePosition,
): SiteStructure | null {
  const siblings = childIds(structure, parentId)
  const parent = parentId === null ? null : (nodeById(structure, parentId) ?? null)
  const slot = siblings && slotOf(siblings, position)
  if (slot === undefined || slot === null || !canContain(structure, parent, node.object)) return null
  return mapSiblings(structure, (id) => (nodes) => (id === parentId ? nodes.toSpliced(slot, 0, node) : nodes))
}

/** The structure with one row moved. What else the move entails, such as a new default, is the service's answer. */
export function withMovedNode(structure: SiteStructure, id: string, to: NodePosition): SiteStructure | null {
  const from = nodesOf(structure).find(({ node }) => node.id === id)
  if (from === undefined) return null
  const node = from.parentId === to.parentId ? from.node : inParent(from.node, to.parentId)
  return withNode(withoutNode(structure, id), node, to)
}

/** A node as it appears below another parent; the default of its old section does not come with it. */
function inParent(node: StructureNode, parentId: string | null): StructureNode {
  if (node.object === 'site-section-group') return node
  if (node.object === 'site-section') {
    const { sectionGroup: _before, ...section } = node
    return { ...section, ...(parentId === null ? {} : { sectionGroup: parentId }) }
  }
  const { section: _before, ...siteSpace } = node
  return { ...siteSpace, default: false, ...(parentId === null ? {} : { section: parentId }) }
}

/** The structure with a group dissolved: its sections replace it. */
export const withDissolvedGroup = (structure: SiteStructure, groupId: string): SiteStructure =>
  mapSiblings(
    structure,
    () => (nodes) =>
      nodes.flatMap((node) =>
        node.id === groupId ? childrenOf(node).map((child) => inParent(child, null)) : [node],
      ),
  )

/** The structure with another default section, or another default among the spaces of a section. */
export function withDefault(
  structure: SiteStructure,
  { object, id }: SiteSection | SiteSpace,
): SiteStructure {
  const isPeer =
    object === 'site-section'
      ? isSection
      : (node: StructureNode) => isSiteSpace(node) && siblingIdsOf(structure, id).includes(node.id)
  return mapSiblings(
    structure,
    () => (nodes) =>
      nodes.map((node) => (isNotGroup(node) && isPeer(node) ? { ...node, default: node.id === id } : node)),
  )
}

const isNotGroup = (node: StructureNode): node is SiteSection | SiteSpace =>
  node.object !== 'site-section-group'

const siblingIdsOf = (structure: SiteStructure, id: string): readonly string[] =>
  childIds(structure, nodesOf(structure).find(({ node }) => node.id === id)?.parentId ?? null) ?? []
