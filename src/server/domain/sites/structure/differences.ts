import type {
  StructureDifference,
  StructureMark,
  TitledReference,
} from '#contract/shared/structure-difference.ts'
import { type Item, itemById, parentIdOf, siblingsIn } from './positions.ts'
import { byId, type Structure } from './structure.ts'

type ItemPosition = Extract<StructureDifference, { kind: 'added' }>['to']

/**
 * The differences between two structures as a person sees them: removed, added, moved and changed items, and chosen
 * defaults. Consequences of another difference are left out, such as the spaces of a removed section or the sections of
 * a deleted group.
 */
export function differencesBetween(before: Structure, after: Structure): StructureDifference[] {
  if (before === after) return []
  const removed = changedItems(before, after).filter(({ id }) => itemById(after, id) === undefined)
  const current = changedItems(after, before)
  return [
    ...removed
      .filter((item) => hasParent(parentIdOf(item), after))
      .map(
        (item): StructureDifference => ({
          kind: 'removed',
          item: itemReference(item),
          from: positionIn(before, item),
        }),
      ),
    ...current.flatMap((item) => {
      const then = itemById(before, item.id)
      if (then !== undefined) return itemDifferences({ before, after }, then, item)
      return hasParent(parentIdOf(item), before)
        ? [{ kind: 'added' as const, item: itemReference(item), to: positionIn(after, item) }]
        : []
    }),
    ...defaultDifferences(before, after),
  ]
}

/** The marks of a structure compared with an earlier one. */
export function marksBetween(before: Structure, after: Structure): StructureMark[] {
  const marks = new Map<string, StructureMark>()
  const mark = (type: StructureMark['type'], id: string, kind: StructureMark['marks'][number]) => {
    const known = marks.get(id)
    if (known === undefined) marks.set(id, { type, id, marks: [kind] })
    else if (!known.marks.includes(kind)) known.marks.push(kind)
  }
  for (const item of changedItems(after, before))
    if (itemById(before, item.id) === undefined) mark(item.kind, item.id, 'added')
  for (const change of differencesBetween(before, after)) {
    if (change.kind === 'moved' || change.kind === 'changed')
      mark(change.item.type, change.item.id, change.kind)
    if (change.kind !== 'default' || change.to === null) continue
    const chosen = itemById(after, change.to.id)
    if (chosen !== undefined) mark(chosen.kind, chosen.id, 'default')
  }
  return [...marks.values()]
}

/** The items of a structure that differ from the other one or are missing there. */
export const changedItems = (structure: Structure, other: Structure): readonly Item[] => [
  ...changedRows<Item>(structure.groups, other.groups),
  ...changedRows<Item>(structure.sections, other.sections),
  ...changedRows<Item>(structure.siteSpaces, other.siteSpaces),
]

function changedRows<T extends Item>(rows: readonly T[], others: readonly T[]): readonly T[] {
  if (rows === others) return []
  const theirs = byId(others)
  return rows.filter((row) => theirs.get(row.id) !== row)
}

const hasParent = (parentId: string | null, there: Structure): boolean =>
  parentId === null || itemById(there, parentId) !== undefined

const titledReference = (
  item: { readonly id: string; readonly title: string } | undefined,
): TitledReference | null => (item === undefined ? null : { id: item.id, title: item.title })

const itemReference = ({ kind, id, title }: Item) => ({ type: kind, id, title })

function positionIn(structure: Structure, item: Item): ItemPosition {
  const parentId = parentIdOf(item)
  const siblings = siblingsIn(structure, item.kind, parentId)
  const index = siblings.findIndex(({ id }) => id === item.id)
  const parent = parentId === null ? undefined : itemById(structure, parentId)
  return {
    parent: titledReference(parent),
    after: titledReference(siblings[index - 1]),
    index: Math.max(index, 0),
  }
}

type Sides = {
  readonly before: Structure
  readonly after: Structure
}

function itemDifferences(sides: Sides, then: Item, now: Item): StructureDifference[] {
  const fields = fieldsOf(now).flatMap(([field, to]): StructureDifference[] => {
    const from = fieldsOf(then).find(([name]) => name === field)?.[1] ?? null
    return from === to ? [] : [{ kind: 'changed', item: itemReference(now), field, from, to }]
  })
  const move = moveDifference(sides, then, now)
  return move === null ? fields : [move, ...fields]
}

function moveDifference({ before, after }: Sides, then: Item, now: Item): StructureDifference | null {
  const [parent, parentThen] = [parentIdOf(now), parentIdOf(then)]
  if (parent === parentThen && then.orderKey === now.orderKey) return null
  // A change of parent because the parent was added or removed is part of that difference.
  if (parent !== parentThen && !(hasParent(parent, before) && hasParent(parentThen, after))) return null
  const [from, to] = [positionIn(before, then), positionIn(after, now)]
  if (parent === parentThen && from.index === to.index && from.after?.id === to.after?.id) return null
  return { kind: 'moved', item: itemReference(now), from, to }
}

type Field = Extract<StructureDifference, { kind: 'changed' }>['field']

function fieldsOf(item: Item): readonly (readonly [Field, string | null])[] {
  if (item.kind === 'site-section-group') {
    return [
      ['title', item.title],
      ['icon', item.icon],
    ]
  }
  const shared = [
    ['path', item.path],
    ['condition', item.condition],
  ] as const
  if (item.kind === 'site-space') return shared
  return [['title', item.title], ...shared, ['icon', item.icon], ['description', item.description]]
}

function defaultDifferences(before: Structure, after: Structure): StructureDifference[] {
  const { id, title } = after.site
  const of = (
    type: 'site' | 'site-section',
    item: TitledReference,
    from: string | null,
    to: string | null,
  ) => {
    if (from === to || from === null || to === null) return []
    const sides = { from: titledReference(itemById(before, from)), to: titledReference(itemById(after, to)) }
    return [{ kind: 'default' as const, item: { type, ...item }, ...sides }]
  }
  const site = { id, title }
  return [
    ...of('site', site, before.site.defaultSectionId, after.site.defaultSectionId),
    ...of('site', site, before.site.defaultSiteSpaceId, after.site.defaultSiteSpaceId),
    ...changedRows(after.sections, before.sections).flatMap((section) => {
      const then = byId(before.sections).get(section.id)
      if (then === undefined) return []
      const own = { id: section.id, title: section.title }
      return of('site-section', own, then.defaultSiteSpaceId, section.defaultSiteSpaceId)
    }),
  ]
}
