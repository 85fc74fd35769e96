import type { StructureChange, StructureMark, Titled } from '#contract/shared/structure-change.ts'
import { type Item, itemWith, parentIdOf, siblingsIn } from './placement.ts'
import { byId, type Structure } from './structure.ts'

type Place = Extract<StructureChange, { kind: 'added' }>['to']

/**
 * The differences between two structures as a person would tell them: what was taken out, what came, what was moved
 * or has other settings, and which defaults were chosen. What only follows from another one is not told: the spaces
 * of a section that came or went, the sections of a group that was dissolved.
 */
export function changesBetween(before: Structure, after: Structure): StructureChange[] {
  if (before === after) return []
  const gone = differing(before, after).filter(({ id }) => itemWith(after, id) === undefined)
  const here = differing(after, before)
  return [
    ...gone
      .filter((item) => stands(parentIdOf(item), after))
      .map((item): StructureChange => ({ kind: 'removed', item: named(item), from: placeIn(before, item) })),
    ...here.flatMap((item) => {
      const then = itemWith(before, item.id)
      if (then !== undefined) return changesOf({ before, after }, then, item)
      return stands(parentIdOf(item), before)
        ? [{ kind: 'added' as const, item: named(item), to: placeIn(after, item) }]
        : []
    }),
    ...defaultsBetween(before, after),
  ]
}

/** What to mark in a structure, compared with the one before. */
export function marksBetween(before: Structure, after: Structure): StructureMark[] {
  const marks = new Map<string, StructureMark>()
  const mark = (type: StructureMark['type'], id: string, what: StructureMark['marks'][number]) => {
    const known = marks.get(id)
    if (known === undefined) marks.set(id, { type, id, marks: [what] })
    else if (!known.marks.includes(what)) known.marks.push(what)
  }
  for (const item of differing(after, before))
    if (itemWith(before, item.id) === undefined) mark(item.kind, item.id, 'added')
  for (const change of changesBetween(before, after)) {
    if (change.kind === 'moved' || change.kind === 'changed')
      mark(change.item.type, change.item.id, change.kind)
    if (change.kind !== 'default' || change.to === null) continue
    const chosen = itemWith(after, change.to.id)
    if (chosen !== undefined) mark(chosen.kind, chosen.id, 'default')
  }
  return [...marks.values()]
}

/** The items of a structure that the other one does not have as they are; most are the very same. */
export const differing = (structure: Structure, other: Structure): readonly Item[] => [
  ...newIn<Item>(structure.groups, other.groups),
  ...newIn<Item>(structure.sections, other.sections),
  ...newIn<Item>(structure.siteSpaces, other.siteSpaces),
]

function newIn<T extends Item>(rows: readonly T[], others: readonly T[]): readonly T[] {
  if (rows === others) return []
  const theirs = byId(others)
  return rows.filter((row) => theirs.get(row.id) !== row)
}

const stands = (parentId: string | null, there: Structure): boolean =>
  parentId === null || itemWith(there, parentId) !== undefined

const titled = (item: { readonly id: string; readonly title: string } | undefined): Titled | null =>
  item === undefined ? null : { id: item.id, title: item.title }

const named = ({ kind, id, title }: Item) => ({ type: kind, id, title })

function placeIn(structure: Structure, item: Item): Place {
  const parentId = parentIdOf(item)
  const siblings = siblingsIn(structure, item.kind, parentId)
  const index = siblings.findIndex(({ id }) => id === item.id)
  const parent = parentId === null ? undefined : itemWith(structure, parentId)
  return { parent: titled(parent), after: titled(siblings[index - 1]), index: Math.max(index, 0) }
}

type Sides = {
  readonly before: Structure
  readonly after: Structure
}

function changesOf(sides: Sides, then: Item, now: Item): StructureChange[] {
  const fields = fieldsOf(now).flatMap(([field, to]): StructureChange[] => {
    const from = fieldsOf(then).find(([name]) => name === field)?.[1] ?? null
    return from === to ? [] : [{ kind: 'changed', item: named(now), field, from, to }]
  })
  const move = moveOf(sides, then, now)
  return move === null ? fields : [move, ...fields]
}

function moveOf({ before, after }: Sides, then: Item, now: Item): StructureChange | null {
  const [parent, parentThen] = [parentIdOf(now), parentIdOf(then)]
  if (parent === parentThen && then.orderKey === now.orderKey) return null
  // Parts that came into something new, or out of something gone, are told with that.
  if (parent !== parentThen && !(stands(parent, before) && stands(parentThen, after))) return null
  const [from, to] = [placeIn(before, then), placeIn(after, now)]
  if (parent === parentThen && from.index === to.index && from.after?.id === to.after?.id) return null
  return { kind: 'moved', item: named(now), from, to }
}

type Field = Extract<StructureChange, { kind: 'changed' }>['field']

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

function defaultsBetween(before: Structure, after: Structure): StructureChange[] {
  const { id, title } = after.site
  const of = (type: 'site' | 'site-section', item: Titled, from: string | null, to: string | null) => {
    if (from === to || from === null || to === null) return []
    const sides = { from: titled(itemWith(before, from)), to: titled(itemWith(after, to)) }
    return [{ kind: 'default' as const, item: { type, ...item }, ...sides }]
  }
  const site = { id, title }
  return [
    ...of('site', site, before.site.defaultSectionId, after.site.defaultSectionId),
    ...of('site', site, before.site.defaultSiteSpaceId, after.site.defaultSiteSpaceId),
    ...newIn(after.sections, before.sections).flatMap((section) => {
      const then = byId(before.sections).get(section.id)
      if (then === undefined) return []
      const own = { id: section.id, title: section.title }
      return of('site-section', own, then.defaultSiteSpaceId, section.defaultSiteSpaceId)
    }),
  ]
}
