import type { SiteStructure } from '#contract/site-structure.ts'
import { nodesOf, titleOf } from './structure-nodes.ts'
import type { StructureRow } from './structure-rows.ts'

/** A group or section that rows can move into, or the top level. */
export type MoveTarget = {
  readonly id: string
  readonly title: string
  readonly where?: string | undefined
  readonly refusal?: string | undefined
}

/** The target id of the top level. */
export const rootTarget = 'top'

/** Why rows cannot move together; undefined if they can. */
export function moveRefusal(rows: readonly StructureRow[], structure: SiteStructure): string | undefined {
  const kinds = new Set(rows.map(({ kind }) => kind))
  if (kinds.has('site-section-group')) return 'Groups stand at the top; drag them to another place there'
  if (kinds.size > 1) return 'Sections go into groups and spaces into sections; choose only one kind'
  if (structure.type === 'siteSpaces') return 'This site has no sections'
  const fixed = rows.find(({ canDrag }) => canDrag === false)
  return fixed && `“${fixed.title}” is the only space of its section`
}

/** The parents that rows of one kind can move to, in the order of the site. */
export function moveTargets(structure: SiteStructure, rows: readonly StructureRow[]): MoveTarget[] {
  const kind = rows[0]?.kind
  const parents = new Set(rows.map(({ parentId }) => parentId))
  const here = (id: string | null) =>
    parents.size === 1 && parents.has(id)
      ? rows.length === 1
        ? 'it stands there'
        : 'they stand there'
      : undefined
  const all = nodesOf(structure)
  const titles = new Map(all.map(({ node }) => [node.id, titleOf(node)]))
  const parentKind = kind === 'site-section' ? 'site-section-group' : 'site-section'
  const inside = all.flatMap(({ node, parentId }): MoveTarget[] =>
    node.object === parentKind
      ? [{ id: node.id, title: titleOf(node), where: titles.get(parentId ?? ''), refusal: here(node.id) }]
      : [],
  )
  if (kind !== 'site-section') return inside
  return [{ id: rootTarget, title: 'The top of the site', refusal: here(null) }, ...inside]
}
