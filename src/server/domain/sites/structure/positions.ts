import { idPositionOf } from '#contract/shared/position.ts'
import { DomainError, notFound } from '../../../errors.ts'
import { orderKeyFor } from '../../../order.ts'
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

/** An item that another one is put before or after. */
export type Neighbor = { readonly type: ItemKind; readonly id: string }

type Between<T> = { readonly before?: T | undefined; readonly after?: T | undefined } | undefined

/** The target of a move. */
export type MoveTarget = {
  /** The new group or section, null for the top level of the site; absent to keep the parent. */
  readonly parent?: string | null | undefined
  /** Directly before or after a neighbor; the end of the parent if absent. */
  readonly position?: Between<Neighbor>
  /** Whether the item takes the neighbor's parent if no `parent` is set. */
  readonly follow?: boolean
}

/** `isSame` means that the item is there already. */
export type ResolvedPosition = {
  readonly parentId: string | null
  readonly orderKey: string
  readonly isSame: boolean
}

/** A neighbor as the operations of sections and site spaces name it. */
type ApiNeighbor =
  | { readonly type: 'site-section'; readonly siteSection: string }
  | { readonly type: 'site-section-group'; readonly siteSectionGroup: string }
  | { readonly type: 'site-space'; readonly siteSpace: string }

/** The position in a request of a section or a site space, with neighbors by type and id. */
export function neighborPosition(position: Between<ApiNeighbor>): Between<Neighbor> {
  return { before: neighborIn(position?.before), after: neighborIn(position?.after) }
}

function neighborIn(neighbor: ApiNeighbor | undefined): Neighbor | undefined {
  switch (neighbor?.type) {
    case 'site-section':
      return { type: neighbor.type, id: neighbor.siteSection }
    case 'site-section-group':
      return { type: neighbor.type, id: neighbor.siteSectionGroup }
    case 'site-space':
      return { type: neighbor.type, id: neighbor.siteSpace }
    default:
      return undefined
  }
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

/** The group, section or site space with this id. */
export const itemById = ({ groups, sections, siteSpaces }: Structure, id: string): Item | undefined =>
  byId(sections).get(id) ?? byId(siteSpaces).get(id) ?? byId(groups).get(id)

export function parentIdOf(item: Item): string | null {
  if (item.kind === 'site-section-group') return null
  return item.kind === 'site-section' ? item.groupId : item.sectionId
}

/** The children of a parent among which an item of this kind is ordered. */
export function siblingsIn(structure: Structure, kind: ItemKind, parentId: string | null): readonly Item[] {
  if (kind === 'site-space') return siteSpacesIn(structure, parentId)
  return parentId === null ? topLevelItems(structure) : sectionsIn(structure, parentId)
}

/**
 * The parent and the order key of an item that is moved or added. Groups are only at the top level, sections at the
 * top level or in a group, site spaces in a section (or at the top level of a site without sections).
 *
 * @throws {DomainError} `not_found` for a parent that the site does not have, `invalid_position` for a parent of the
 * wrong kind or a neighbor that is not there, `invalid_state` when a section would lose its last space, `conflict`
 * when the section has the space or its path already.
 */
export function resolvePosition(structure: Structure, item: Item, target: MoveTarget): ResolvedPosition {
  const neighbors = neighborsOf(structure, item, target)
  const parentId = targetParent(item, target, neighbors)
  expectAllowedParent(structure, item, parentId)
  const siblings = siblingsIn(structure, item.kind, parentId)
  const orderKey = orderKeyFor(
    siblings,
    item.id,
    idPositionOf(target.position, ({ id }) => id),
  )
  const isSame = parentId === parentIdOf(item) && isUnmoved(siblings, item, orderKey)
  return { parentId, orderKey: isSame ? item.orderKey : orderKey, isSame }
}

function targetParent(item: Item, { parent, follow }: MoveTarget, neighbors: readonly Item[]): string | null {
  if (parent !== undefined) return parent
  const [neighbor] = neighbors
  return follow && neighbor !== undefined ? parentIdOf(neighbor) : parentIdOf(item)
}

function neighborsOf(structure: Structure, item: Item, { position }: MoveTarget): readonly Item[] {
  return [position?.before, position?.after].flatMap((neighbor) => {
    if (neighbor === undefined) return []
    const row = itemById(structure, neighbor.id)
    if (row?.kind === neighbor.type && isSiteSpace(row) === isSiteSpace(item)) return [row]
    throw new DomainError(
      'invalid_position',
      `There is no ${ITEM_LABELS[neighbor.type]} ${neighbor.id} to use as a neighbor`,
    )
  })
}

const isSiteSpace = ({ kind }: Item): boolean => kind === 'site-space'

/** Whether a key keeps the item between the siblings it is between now; never for an item that is being added. */
function isUnmoved(siblings: readonly Item[], item: Item, orderKey: string): boolean {
  const index = siblings.findIndex(({ id }) => id === item.id)
  if (index < 0) return false
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
    throw new DomainError('invalid_position', 'A section group can only be at the top level of the site')
}

function expectSectionParent(structure: Structure, parentId: string | null): void {
  if (parentId !== null) itemOf(structure, 'site-section-group', parentId)
}

function expectSiteSpaceParent(structure: Structure, siteSpace: SiteSpaceRow, parentId: string | null): void {
  if (parentId === siteSpace.sectionId) return
  if (parentId === null)
    throw new DomainError('invalid_position', 'The spaces of this site must be in its sections')
  const target = itemOf(structure, 'site-section', parentId)
  expectNotLast(structure, siteSpace)
  expectNoDuplicate(structure, target.id, siteSpace)
}

/** @throws {DomainError} `invalid_state` when it is the last site space of its section or of the site. */
export function expectNotLast(structure: Structure, { id, sectionId }: SiteSpaceRow): void {
  if (siteSpacesIn(structure, sectionId).some((other) => other.id !== id)) return
  const section = sectionOf(structure, sectionId)
  const message =
    section === undefined
      ? 'A site needs at least one space. Delete the site instead'
      : `“${section.title}” needs at least one space. Delete the section instead`
  throw new DomainError('invalid_state', message)
}

/** @throws {DomainError} `conflict` when the section, or the site without sections, has that space or path already. */
export function expectNoDuplicate(
  structure: Structure,
  sectionId: string | null,
  { spaceId, path, title }: Pick<SiteSpaceRow, 'spaceId' | 'path' | 'title'>,
): void {
  const siblings = siteSpacesIn(structure, sectionId)
  const parentTitle = sectionOf(structure, sectionId)?.title ?? structure.site.title
  if (siblings.some((sibling) => sibling.spaceId === spaceId)) {
    throw new DomainError('conflict', `“${title}” is already in “${parentTitle}”`)
  }
  const holder = siblings.find((sibling) => sibling.path === path)
  if (holder !== undefined) {
    throw new DomainError('conflict', `“${holder.title}” already has the path “${path}” in “${parentTitle}”`)
  }
}
