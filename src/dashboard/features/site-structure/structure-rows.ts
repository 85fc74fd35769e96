import type { StructureMark } from '#contract/shared/structure-difference.ts'
import type { SiteSection } from '#contract/site-sections.ts'
import type { SiteSpace } from '#contract/site-spaces.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import type { TreeRow } from '../../components/tree-drop.ts'
import { isPending } from './add-edits.ts'
import {
  childrenOf,
  type NodeKind,
  rootNodes,
  type StructureNode,
  sectionsOf,
  titleOf,
} from './structure-nodes.ts'

/** A group, a section or a site space in the tree. */
export type StructureRow = TreeRow & {
  readonly kind: NodeKind
  readonly node: StructureNode
  /** `/api/v4`; undefined for a group, which has no address. */
  readonly address: string | undefined
  /** Why it cannot be taken away; undefined when it can. */
  readonly removalRefusal: string | undefined
  /** The one space of a section that is drawn as one row, when its title says something else. */
  readonly spaceTitle: string | undefined
  /** Whether something else could be the default here. */
  readonly hasChoice: boolean
  /** What is new about it beside the structure it is compared with. */
  readonly marks: readonly Mark[]
  /** Where readers find it in that structure, when that is somewhere else. */
  readonly oldAddress: string | undefined
}

export type Mark = StructureMark['marks'][number]

/** The structure that the rows are shown beside, such as the live one beside the plan. */
export type Comparison = { readonly structure: SiteStructure; readonly marks: readonly StructureMark[] }

const unmarked: readonly Mark[] = []

/** A section that shows one space to everybody is drawn as one row. */
export const isSingleRow = ({ siteSpaces }: SiteSection): boolean =>
  siteSpaces.length < 2 && siteSpaces.every(({ condition }) => condition === undefined)

/** All rows in order, parents before children. Without `canEdit` nothing can be dragged. */
export function rowsOf(
  structure: SiteStructure,
  canEdit: boolean,
  comparison?: Comparison,
): readonly StructureRow[] {
  const marksOf = new Map(comparison?.marks.map(({ id, marks }) => [id, marks]))
  const before = comparison ? addressesOf(comparison.structure) : undefined
  const addresses = addressesOf(structure)
  const sectionCount = sectionsOf(structure).length
  const rowsIn = (
    nodes: readonly StructureNode[],
    parent: StructureNode | null,
    depth: number,
  ): StructureRow[] =>
    nodes.flatMap((node) => [
      {
        id: node.id,
        kind: node.object,
        node,
        depth,
        parentId: parent?.id ?? null,
        title: titleOf(node),
        address: isPending(node) ? undefined : addresses.get(node.id),
        canDrag: canEdit && !isPending(node) && canMove(node, nodes.length),
        isBranch: isBranch(node),
        removalRefusal: removalRefusal(
          node,
          parent,
          node.object === 'site-section' ? sectionCount : nodes.length,
        ),
        spaceTitle: spaceTitleOf(node),
        hasChoice: (node.object === 'site-section' ? sectionCount : nodes.length) > 1,
        marks: marksOf.get(node.id) ?? unmarked,
        oldAddress: otherwise(before?.get(node.id), addresses.get(node.id)),
        ...accepts(node),
      },
      ...rowsIn(childrenOf(node), node, depth + 1),
    ])
  return rowsIn(rootNodes(structure), null, 0)
}

const otherwise = (before: string | undefined, now: string | undefined): string | undefined =>
  before === now ? undefined : before

/** A space alone in its section, or alone in its site, has nowhere to go. */
const canMove = ({ object }: StructureNode, siblings: number): boolean =>
  object !== 'site-space' || siblings > 1

function isBranch(node: StructureNode): boolean {
  if (node.object === 'site-section-group') return node.sections.length > 0
  return node.object === 'site-section' && !isSingleRow(node)
}

/** The kind of what is dragged in from the library: it becomes what may stand there. */
export const libraryKind = 'library'

const takesSections = (kind: string): boolean => kind === 'site-section' || kind === libraryKind
const takesSpaces = (kind: string): boolean => kind === 'site-space' || kind === libraryKind

function accepts({ object }: StructureNode): Pick<TreeRow, 'accepts'> {
  if (object === 'site-section-group') return { accepts: takesSections }
  return object === 'site-section' ? { accepts: takesSpaces } : {}
}

function removalRefusal(
  { object }: StructureNode,
  parent: StructureNode | null,
  siblings: number,
): string | undefined {
  if (object === 'site-section-group' || siblings > 1) return undefined
  if (object === 'site-section') return 'A site keeps its last section'
  return parent ? `“${titleOf(parent)}” keeps its last space` : 'A site keeps its last space'
}

function spaceTitleOf(node: StructureNode): string | undefined {
  if (node.object !== 'site-section' || !isSingleRow(node)) return undefined
  const [only] = node.siteSpaces
  return only && titleOf(only) !== node.title ? titleOf(only) : undefined
}

/** Which kinds stand at the top: groups and sections, or the spaces of a site that has no sections. */
export const rootAccepts =
  ({ type }: Pick<SiteStructure, 'type'>) =>
  (kind: string): boolean =>
    kind === libraryKind || (type === 'sections' ? kind !== 'site-space' : kind === 'site-space')

/**
 * The path of every section and site space below the site's own address, by id: `/`, `/api`, `/api/v4`. The default
 * section and the default site space have no part of their own, and a group has none at all.
 */
export function addressesOf(structure: SiteStructure): ReadonlyMap<string, string> {
  if (structure.type === 'siteSpaces') {
    return new Map(structure.structure.map((one) => [one.id, pathOf(ownPart(one))]))
  }
  const sections = sectionsOf(structure)
  const taken = new Set(sections.filter((section) => section.default !== true).map(({ path }) => path))
  return new Map(
    sections.flatMap((section): [string, string][] => [
      [section.id, pathOf(ownPart(section))],
      ...section.siteSpaces.map((one): [string, string] => [one.id, addressIn(section, one, taken)]),
    ]),
  )
}

/** Below the default section a path that another section has is reached by the full way. */
function addressIn(section: SiteSection, siteSpace: SiteSpace, taken: ReadonlySet<string>): string {
  const own = ownPart(siteSpace)
  if (section.default !== true || taken.has(own)) return pathOf(section.path, own)
  return pathOf(own)
}

const ownPart = ({ path, default: isDefault }: Pick<SiteSpace, 'path' | 'default'>): string =>
  isDefault === true ? '' : path

const pathOf = (...nodes: readonly string[]): string => `/${nodes.filter((node) => node !== '').join('/')}`
