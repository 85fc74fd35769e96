import { idPositionOf } from '#contract/shared/position.ts'
import { DomainError, notFound } from '#server/errors.ts'
import { orderKeyFor } from '#server/order.ts'
import {
  byId,
  type GroupRow,
  type SectionRow,
  type SiteSpaceRow,
  type Structure,
  sectionOf,
  sectionsIn,
  siteSpacesIn,
  topLevelItems,
} from './structure.ts'

export type Item = GroupRow | SectionRow | SiteSpaceRow
export type ItemKind = Item['kind']

export type Neighbor = { readonly type: ItemKind; readonly id: string }

/** Where something is to go. */
export type MoveTarget = {
  /** The group or section to stand in, null for the top of the site; absent to stay where it is. */
  readonly parent?: string | null | undefined
  /** Directly before or after a neighbour, at the end when absent. */
  readonly position?:
    | { readonly before?: Neighbor | undefined; readonly after?: Neighbor | undefined }
    | undefined
  /** Without a parent named: stand where the neighbour stands. */
  readonly follow?: boolean
}

/** A place in a site. `isSame` says that the item stands there already. */
export type ResolvedPosition = {
  readonly parentId: string | null
  readonly orderKey: string
  readonly isSame: boolean
}

const ITEM_LABELS = {
  'site-section-group': 'site section group',
  'site-section': 'site section',
  'site-space': 'site space',
} as const

/** @throws {DomainError} `not_found` when the site has no such item. */
export function itemOf<K extends ItemKind>(
  structure: Structure,
  kind: K,
  id: string,
): Extract<Item, { kind: K }> {
  const item = itemById(structure, id)
  if (item === undefined || !isOf(item, kind)) throw notFound(ITEM_LABELS[kind], id)
  return item
}

const isOf = <K extends ItemKind>(item: Item, kind: K): item is Extract<Item, { kind: K }> =>
  item.kind === kind

/** The item of this id, of whatever kind. */
export const itemById = ({ groups, sections, siteSpaces }: Structure, id: string): Item | undefined =>
  byId(sections).get(id) ?? byId(siteSpaces).get(id) ?? byId(groups).get(id)

export function parentIdOf(item: Item): string | null {
  if (item.kind === 'site-section-group') return null
  return item.kind === 'site-section' ? item.groupId : item.sectionId
}

/** What would stand beside an item of this kind in this parent, in order. */
export function siblingsIn(structure: Structure, kind: ItemKind, parentId: string | null): readonly Item[] {
  if (kind === 'site-space') return siteSpacesIn(structure, parentId)
  return parentId === null ? topLevelItems(structure) : sectionsIn(structure, parentId)
}

/**
 * Where an item lands. Whatever may stand nowhere else is refused, so that the structure stays sound: groups at the
 * top, sections at the top or in a group, site spaces in a section (or at the top of a site without sections).
 *
 * @throws {DomainError} `not_found` for a parent the site does not have, `invalid_position` for one that cannot hold
 * it or a neighbour that is not there, `invalid_state` when a section would lose its last space, `conflict` when the
 * section has the space or its path already.
 */
export function resolvePosition(structure: Structure, item: Item, wish: MoveTarget): ResolvedPosition {
  const neighbours = neighborsOf(structure, item, wish)
  const parentId = targetParent(item, wish, neighbours)
  expectAllowedParent(structure, item, parentId)
  const siblings = siblingsIn(structure, item.kind, parentId)
  const orderKey = orderKeyFor(
    siblings,
    item.id,
    idPositionOf(wish.position, ({ id }) => id),
  )
  const isSame = parentId === parentIdOf(item) && isUnmoved(siblings, item, orderKey)
  return { parentId, orderKey: isSame ? item.orderKey : orderKey, isSame }
}

function targetParent(
  item: Item,
  { parent, follow }: MoveTarget,
  neighbours: readonly Item[],
): string | null {
  if (parent !== undefined) return parent
  const [beside] = neighbours
  return follow && beside !== undefined ? parentIdOf(beside) : parentIdOf(item)
}

/** The items that a position names; each has to be of the kind it is said to be, and one that can stand beside. */
function neighborsOf(structure: Structure, item: Item, { position }: MoveTarget): readonly Item[] {
  return [position?.before, position?.after].flatMap((named) => {
    if (named === undefined) return []
    const found = itemById(structure, named.id)
    if (found?.kind === named.type && isSiteSpace(found) === isSiteSpace(item)) return [found]
    throw new DomainError(
      'invalid_position',
      `There is no ${ITEM_LABELS[named.type]} ${named.id} to stand beside`,
    )
  })
}

const isSiteSpace = ({ kind }: Item): boolean => kind === 'site-space'

/** Whether a key leads to the place where the item stands. */
function isUnmoved(siblings: readonly Item[], item: Item, orderKey: string): boolean {
  const index = siblings.findIndex(({ id }) => id === item.id)
  const [before, after] = [siblings[index - 1], siblings[index + 1]]
  return (
    (before === undefined || before.orderKey < orderKey) && (after === undefined || orderKey < after.orderKey)
  )
}

function expectAllowedParent(structure: Structure, item: Item, parentId: string | null): void {
  switch (item.kind) {
    case 'site-section-group':
      expectTopLevel(parentId)
      break
    case 'site-section':
      expectSectionParent(structure, parentId)
      break
    case 'site-space':
      expectSiteSpaceParent(structure, item, parentId)
  }
}

function expectTopLevel(parentId: string | null): void {
  if (parentId !== null)
    throw new DomainError('invalid_position', 'A section group stands at the top of the site')
}

function expectSectionParent(structure: Structure, parentId: string | null): void {
  if (parentId !== null) itemOf(structure, 'site-section-group', parentId)
}

function expectSiteSpaceParent(structure: Structure, siteSpace: SiteSpaceRow, parentId: string | null): void {
  if (parentId === siteSpace.sectionId) return
  if (parentId === null)
    throw new DomainError('invalid_position', 'The spaces of this site stand in its sections')
  const target = itemOf(structure, 'site-section', parentId)
  expectNotLast(structure, siteSpace)
  expectNoDuplicate(structure, target.id, siteSpace)
}

/** @throws {DomainError} `invalid_state` when the site space is the last one where it stands. */
export function expectNotLast(structure: Structure, { id, sectionId }: SiteSpaceRow): void {
  if (siteSpacesIn(structure, sectionId).some((other) => other.id !== id)) return
  const section = sectionOf(structure, sectionId)
  const message =
    section === undefined
      ? 'A site keeps its last space; delete the site instead'
      : `“${section.title}” keeps its last space; delete the section instead`
  throw new DomainError('invalid_state', message)
}

/** @throws {DomainError} `conflict` when the section, or the site without sections, has that space or path already. */
export function expectNoDuplicate(
  structure: Structure,
  sectionId: string | null,
  { spaceId, path, title }: Pick<SiteSpaceRow, 'spaceId' | 'path' | 'title'>,
): void {
  const there = siteSpacesIn(structure, sectionId)
  const place = sectionOf(structure, sectionId)?.title ?? structure.site.title
  if (there.some((one) => one.spaceId === spaceId)) {
    throw new DomainError('conflict', `“${title}” is in “${place}” already`)
  }
  const holder = there.find((one) => one.path === path)
  if (holder !== undefined) {
    throw new DomainError('conflict', `“${holder.title}” has the path “${path}” in “${place}” already`)
  }
}
