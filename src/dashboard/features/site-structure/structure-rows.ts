import type { StructureMark } from '#contract/shared/structure-change.ts'
import type { SiteSection } from '#contract/site-sections.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import type { TreeRow } from '../../components/tree-drop.ts'
import { isMadeUp } from './adding.ts'
import { addressesOf } from './addresses.ts'
import { insideOf, type Part, type PartKind, sectionsOf, titleOf, topOf } from './parts.ts'

/** A group, a section or a site space in the tree. */
export type StructureRow = TreeRow & {
  readonly kind: PartKind
  readonly part: Part
  /** `/api/v4`; undefined for a group, which has no address. */
  readonly address: string | undefined
  /** Why it cannot be taken away; undefined when it can. */
  readonly keptBecause: string | undefined
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
export type Beside = { readonly structure: SiteStructure; readonly marks: readonly StructureMark[] }

const unmarked: readonly Mark[] = []

/** A section that shows one space to everybody is drawn as one row. */
export const isOneRow = ({ siteSpaces }: SiteSection): boolean =>
  siteSpaces.length < 2 && siteSpaces.every(({ condition }) => condition === undefined)

/** All rows in order, parents before children. Without `mayEdit` nothing can be dragged. */
export function rowsOf(structure: SiteStructure, mayEdit: boolean, beside?: Beside): readonly StructureRow[] {
  const marksOf = new Map(beside?.marks.map(({ id, marks }) => [id, marks]))
  const before = beside ? addressesOf(beside.structure) : undefined
  const addresses = addressesOf(structure)
  const sectionCount = sectionsOf(structure).length
  const rowsIn = (parts: readonly Part[], parent: Part | null, depth: number): StructureRow[] =>
    parts.flatMap((part) => [
      {
        id: part.id,
        kind: part.object,
        part,
        depth,
        parentId: parent?.id ?? null,
        title: titleOf(part),
        address: addresses.get(part.id),
        canDrag: mayEdit && !isMadeUp(part) && mayLeavePlace(part, parts.length),
        isBranch: isBranch(part),
        keptBecause: keptBecause(part, parent, part.object === 'site-section' ? sectionCount : parts.length),
        spaceTitle: spaceTitleOf(part),
        hasChoice: (part.object === 'site-section' ? sectionCount : parts.length) > 1,
        marks: marksOf.get(part.id) ?? unmarked,
        oldAddress: otherwise(before?.get(part.id), addresses.get(part.id)),
        ...accepts(part),
      },
      ...rowsIn(insideOf(part), part, depth + 1),
    ])
  return rowsIn(topOf(structure), null, 0)
}

const otherwise = (before: string | undefined, now: string | undefined): string | undefined =>
  before === now ? undefined : before

/** A space alone in its section, or alone in its site, has nowhere to go. */
const mayLeavePlace = ({ object }: Part, siblings: number): boolean => object !== 'site-space' || siblings > 1

function isBranch(part: Part): boolean {
  if (part.object === 'site-section-group') return part.sections.length > 0
  return part.object === 'site-section' && !isOneRow(part)
}

/** The kind of what is dragged in from the library: it becomes what may stand there. */
export const fromLibrary = 'library'

const takesSections = (kind: string): boolean => kind === 'site-section' || kind === fromLibrary
const takesSpaces = (kind: string): boolean => kind === 'site-space' || kind === fromLibrary

function accepts({ object }: Part): Pick<TreeRow, 'accepts'> {
  if (object === 'site-section-group') return { accepts: takesSections }
  return object === 'site-section' ? { accepts: takesSpaces } : {}
}

function keptBecause({ object }: Part, parent: Part | null, siblings: number): string | undefined {
  if (object === 'site-section-group' || siblings > 1) return undefined
  if (object === 'site-section') return 'A site keeps its last section'
  return parent ? `“${titleOf(parent)}” keeps its last space` : 'A site keeps its last space'
}

function spaceTitleOf(part: Part): string | undefined {
  if (part.object !== 'site-section' || !isOneRow(part)) return undefined
  const [only] = part.siteSpaces
  return only && titleOf(only) !== part.title ? titleOf(only) : undefined
}

/** Which kinds stand at the top: groups and sections, or the spaces of a site that has no sections. */
export const standsAtTop =
  ({ type }: Pick<SiteStructure, 'type'>) =>
  (kind: string): boolean =>
    kind === fromLibrary || (type === 'sections' ? kind !== 'site-space' : kind === 'site-space')
