import type { StructureMark } from '#contract/shared/structure-difference.ts'
import type { SiteSection } from '#contract/site-sections.ts'
import type { SiteSpace } from '#contract/site-spaces.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import type { TreeRow } from '../../components/tree-drop.ts'
import { isPending } from './add-edits.ts'
import {
  childrenOf,
  type NodeKind,
  nodesOf,
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
  /** Why it cannot be removed; undefined if it can. */
  readonly removalRefusal: string | undefined
  /** The title of the only space of a section shown as one row, if it differs from the section’s. */
  readonly spaceTitle: string | undefined
  /** Whether a sibling could be the default instead. */
  readonly hasChoice: boolean
  /** How it differs from the structure it is compared with. */
  readonly marks: readonly Mark[]
  /** Its address in that structure, if it differs. */
  readonly oldAddress: string | undefined
}

export type Mark = StructureMark['marks'][number]

/** The structure that the rows are compared with, such as the live one for a plan. */
export type Comparison = { readonly structure: SiteStructure; readonly marks: readonly StructureMark[] }

const noMarks: readonly Mark[] = []

/** A section with a single space without a condition is shown as one row. */
export const isSingleRow = ({ siteSpaces }: SiteSection): boolean =>
  siteSpaces.length < 2 && siteSpaces.every(({ condition }) => condition === undefined)

/** All rows in order, parents before children. */
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
        marks: marksOf.get(node.id) ?? noMarks,
        oldAddress: ifDifferent(before?.get(node.id), addresses.get(node.id)),
        ...accepts(node),
      },
      ...rowsIn(childrenOf(node), node, depth + 1),
    ])
  return rowsIn(rootNodes(structure), null, 0)
}

const ifDifferent = (before: string | undefined, now: string | undefined): string | undefined =>
  before === now ? undefined : before

/** The only space of a section or site cannot move. */
const canMove = ({ object }: StructureNode, siblings: number): boolean =>
  object !== 'site-space' || siblings > 1

function isBranch(node: StructureNode): boolean {
  if (node.object === 'site-section-group') return node.sections.length > 0
  return node.object === 'site-section' && !isSingleRow(node)
}

/** The kind of a row dragged in from the library; it becomes whatever the drop position accepts. */
export const libraryKind = 'library'

const acceptsSection = (kind: string): boolean => kind === 'site-section' || kind === libraryKind
const acceptsSpace = (kind: string): boolean => kind === 'site-space' || kind === libraryKind

function accepts({ object }: StructureNode): Pick<TreeRow, 'accepts'> {
  if (object === 'site-section-group') return { accepts: acceptsSection }
  return object === 'site-section' ? { accepts: acceptsSpace } : {}
}

function removalRefusal(
  { object }: StructureNode,
  parent: StructureNode | null,
  siblings: number,
): string | undefined {
  if (object === 'site-section-group' || siblings > 1) return undefined
  if (object === 'site-section') return 'A site needs at least one section'
  return parent ? `“${titleOf(parent)}” needs at least one space` : 'A site needs at least one space'
}

function spaceTitleOf(node: StructureNode): string | undefined {
  if (node.object !== 'site-section' || !isSingleRow(node)) return undefined
  const [only] = node.siteSpaces
  return only && titleOf(only) !== node.title ? titleOf(only) : undefined
}

/** Which kinds the top level accepts: groups and sections, or spaces if the site has no sections. */
export const rootAccepts =
  ({ type }: Pick<SiteStructure, 'type'>) =>
  (kind: string): boolean =>
    kind === libraryKind || (type === 'sections' ? kind !== 'site-space' : kind === 'site-space')

/**
 * The path of every section and site space below the site's own address, by id: `/`, `/api`, `/api/v4`. Defaults
 * add nothing to the address, and a group has none.
 */
export function addressesOf(structure: SiteStructure): ReadonlyMap<string, string> {
  if (structure.type === 'siteSpaces') {
    return new Map(structure.structure.map((one) => [one.id, pathOf(ownSegment(one))]))
  }
  const sections = sectionsOf(structure)
  const sectionPaths = new Set(sections.filter((section) => section.default !== true).map(({ path }) => path))
  return new Map(
    sections.flatMap((section): [string, string][] => [
      [section.id, pathOf(ownSegment(section))],
      ...section.siteSpaces.map((one): [string, string] => [one.id, addressIn(section, one, sectionPaths)]),
    ]),
  )
}

/** In the default section, a path that another section has needs the full address. */
function addressIn(section: SiteSection, siteSpace: SiteSpace, sectionPaths: ReadonlySet<string>): string {
  const own = ownSegment(siteSpace)
  if (section.default !== true || sectionPaths.has(own)) return pathOf(section.path, own)
  return pathOf(own)
}

const ownSegment = ({ path, default: isDefault }: Pick<SiteSpace, 'path' | 'default'>): string =>
  isDefault === true ? '' : path

const pathOf = (...nodes: readonly string[]): string => `/${nodes.filter((node) => node !== '').join('/')}`

/** A group or section that rows can move into, or the top level. */
export type MoveTarget = {
  readonly id: string
  readonly title: string
  readonly where?: string | undefined
  readonly disabledReason?: string | undefined
}

/** The target id of the top level. */
export const rootTarget = 'top'

/** Why rows cannot move together; undefined if they can. */
export function moveRefusal(rows: readonly StructureRow[], structure: SiteStructure): string | undefined {
  const kinds = new Set(rows.map(({ kind }) => kind))
  if (kinds.has('site-section-group')) return 'Groups are always at the top level. Drop the row there'
  if (kinds.size > 1) return 'Sections go into groups, and spaces into sections. Select only one kind'
  if (structure.type === 'siteSpaces') return 'This site has no sections'
  const fixed = rows.find(({ canDrag }) => canDrag === false)
  return fixed && `“${fixed.title}” is the only space of its section`
}

/** The parents that rows of one kind can move to, in the order of the site. */
export function moveTargets(structure: SiteStructure, rows: readonly StructureRow[]): MoveTarget[] {
  const kind = rows[0]?.kind
  const parents = new Set(rows.map(({ parentId }) => parentId))
  const here = (id: string | null) => (parents.size === 1 && parents.has(id) ? 'already there' : undefined)
  const all = nodesOf(structure)
  const titles = new Map(all.map(({ node }) => [node.id, titleOf(node)]))
  const parentKind = kind === 'site-section' ? 'site-section-group' : 'site-section'
  const inside = all.flatMap(({ node, parentId }): MoveTarget[] =>
    node.object === parentKind
      ? [
          {
            id: node.id,
            title: titleOf(node),
            where: titles.get(parentId ?? ''),
            disabledReason: here(node.id),
          },
        ]
      : [],
  )
  if (kind !== 'site-section') return inside
  return [{ id: rootTarget, title: 'Top level of the site', disabledReason: here(null) }, ...inside]
}
