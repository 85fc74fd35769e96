import type { Change, PageFields } from '../content/changes.ts'
import { isSameValue, settable } from '../content/entries.ts'
import type { Snapshot } from '../content/snapshot.ts'
import type { ContentNode, ContentTree } from './planned-content.ts'

/**
 * The changes of pages between two states of a repository, as changes of the space's pages. Only what differs between the two
 * states changes: what the space has in addition or writes differently stays as it is.
 */
export function pageChanges(before: ContentTree, after: ContentTree, space: Snapshot): Change[] {
  const siblings = openOrder(space)
  const deleted = [...before.keys()].filter((id) => !after.has(id) && space.page(id) !== undefined)
  const { whole, emptied } = deletions(deleted, after, space)
  const changes: Change[] = whole.map((page) => ({ operation: 'delete_page', page }))
  for (const page of whole) siblings.remove(page)
  const last = new Map<string | null, string>()
  for (const node of after.values()) {
    const parent = node.parent
    const previous = last.get(parent)
    last.set(parent, node.id)
    if (space.page(node.id) === undefined) {
      changes.push(insertion(node, siblings.insert(node.id, parent, previous)))
      continue
    }
    const known = before.get(node.id)
    const at = siblings.place(
      node.id,
      parent,
      previous,
      known !== undefined && hasSamePlace(known, node, before, after),
    )
    const update = updateOf(known, node)
    if (update === null && at === null) continue
    changes.push({
      operation: 'update_page',
      page: node.id,
      ...update,
      ...(at === null ? {} : { into: parent, at }),
    })
  }
  return [...changes, ...emptied.map((page): Change => ({ operation: 'delete_page', page }))]
}

/**
 * Deleted pages: `whole` without any page below that remains, the topmost of each branch; `emptied` once the pages below
 * them have moved.
 */
function deletions(deleted: readonly string[], after: ContentTree, space: Snapshot) {
  const gone = new Set(deleted)
  const hasSurvivor = (id: string): boolean =>
    space.below(id).some((child) => after.has(child) || !gone.has(child) || hasSurvivor(child))
  const whole = deleted.filter((id) => !hasSurvivor(id))
  const inWhole = new Set(whole)
  const isTop = (id: string) => !inWhole.has(space.page(id)?.parent ?? '')
  const depthOf = (id: string): number => {
    const parent = space.page(id)?.parent ?? null
    return parent === null ? 0 : 1 + depthOf(parent)
  }
  const emptied = deleted.filter((id) => !inWhole.has(id)).sort((a, b) => depthOf(b) - depthOf(a))
  return { whole: whole.filter(isTop), emptied }
}

/** Whether neither its parent nor the order among the siblings that both states have changed. */
function hasSamePlace(
  known: ContentNode,
  node: ContentNode,
  before: ContentTree,
  after: ContentTree,
): boolean {
  if (known.parent !== node.parent) return false
  return previousIn(before, node.id, after) === previousIn(after, node.id, before)
}

const previousCache = new WeakMap<ContentTree, { other: ContentTree; previous: Map<string, string | null> }>()

/** The sibling before a page that the other state has below the same parent too. */
function previousIn(tree: ContentTree, id: string, other: ContentTree): string | null {
  let cached = previousCache.get(tree)
  if (cached === undefined || cached.other !== other) {
    const last = new Map<string | null, string>()
    const previous = new Map<string, string | null>()
    for (const node of tree.values()) {
      if (other.get(node.id)?.parent !== node.parent) continue
      previous.set(node.id, last.get(node.parent) ?? null)
      last.set(node.parent, node.id)
    }
    cached = { other, previous }
    previousCache.set(tree, cached)
  }
  return cached.previous.get(id) ?? null
}

const insertion = ({ id, type, parent, fields, text }: ContentNode, at: number): Change => ({
  operation: 'insert_page',
  id,
  type,
  isPlanned: true,
  ...fields,
  ...(type === 'document' ? { document: { markdown: text } } : {}),
  into: parent,
  at,
})

/** The fields and the text that differ; null if none does. */
function updateOf(
  known: ContentNode | undefined,
  node: ContentNode,
): (PageFields & { document?: { markdown: string; isWhole: true } }) | null {
  const fields: Record<string, unknown> = {}
  for (const field of settable) {
    const [was, is] = [valueOf(known?.fields[field]), valueOf(node.fields[field])]
    if (!isSameValue(was, is)) fields[field] = is ?? clearedValue(field)
  }
  const isNewText = node.type === 'document' && known?.text !== node.text
  if (!isNewText && Object.keys(fields).length === 0) return null
  return {
    ...(fields as PageFields),
    ...(isNewText ? { document: { markdown: node.text, isWhole: true as const } } : {}),
  }
}

const valueOf = (value: unknown): unknown =>
  value === '' || value === false || value === null ? undefined : value
const clearedValue = (field: string): unknown =>
  ['hidden', 'noIndex', 'noRobotsIndex'].includes(field) ? false : null

/** The order of siblings while changes are applied to it. */
function openOrder(space: Snapshot) {
  const lists = new Map<string | null, string[]>()
  const parents = new Map<string, string | null>()
  const listOf = (parent: string | null): string[] => {
    const known = lists.get(parent) ?? [...space.below(parent)]
    lists.set(parent, known)
    return known
  }
  const parentOf = (id: string): string | null =>
    parents.has(id) ? (parents.get(id) ?? null) : (space.page(id)?.parent ?? null)
  const remove = (id: string) => {
    const list = listOf(parentOf(id))
    const index = list.indexOf(id)
    if (index >= 0) list.splice(index, 1)
  }
  const insert = (id: string, parent: string | null, previous: string | undefined): number => {
    const list = listOf(parent)
    const at = previous === undefined ? 0 : list.indexOf(previous) + 1
    list.splice(at, 0, id)
    parents.set(id, parent)
    return at
  }
  return {
    remove,
    insert,
    /** The index to move a page to; null if it can stay. */
    place(
      id: string,
      parent: string | null,
      previous: string | undefined,
      isUnmoved: boolean,
    ): number | null {
      if (isUnmoved) return null
      const list = listOf(parent)
      const isInOrder =
        parentOf(id) === parent && (previous === undefined || list.indexOf(previous) < list.indexOf(id))
      if (isInOrder && previous !== undefined) return null
      if (isInOrder && list[0] === id) return null
      remove(id)
      return insert(id, parent, previous)
    },
  }
}
