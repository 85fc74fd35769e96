import { canonicalReusable, type ReusableEntry, type Root } from './entries.ts'
import { type MergeContext, resolutionOf } from './merge-context.ts'
import { mergedBody } from './merge-entries.ts'
import type { Objects } from './objects.ts'
import { isSameReusable, reusablesIn } from './reusables.ts'
import { conflictOf, mergeValue, type Sides, sidesAsText } from './three-way.ts'

type Roots = Readonly<Record<'base' | 'theirs' | 'ours', Root>>

/** The entries to set in the space's tree, and the ids to remove from it. */
export type MergedReusables = { readonly put: readonly ReusableEntry[]; readonly removed: readonly string[] }

/**
 * Merges reusable contents: titles as wholes, texts by lines. One that one side removed and the other changed stays.
 */
export async function mergeReusables(
  context: MergeContext,
  objects: Objects,
  roots: Roots,
): Promise<MergedReusables> {
  if (roots.ours.reusables === roots.base.reusables) return { put: [], removed: [] }
  const [base, theirs, ours] = [
    await byId(objects, roots.base),
    await byId(objects, roots.theirs),
    await byId(objects, roots.ours),
  ]
  const put: ReusableEntry[] = []
  for (const [id, own] of ours) {
    const [was, current] = [base.get(id), theirs.get(id)]
    if (was !== undefined && isSameReusable(was, own)) continue
    if (current === undefined) put.push(own)
    else put.push(await mergedReusable(context, objects, { base: was, theirs: current, ours: own }))
  }
  const removed = [...base.values()].filter((was) => {
    const current = theirs.get(was.id)
    return !ours.has(was.id) && current !== undefined && isSameReusable(was, current)
  })
  return { put, removed: removed.map(({ id }) => id) }
}

const byId = async (objects: Objects, root: Root) =>
  new Map((await reusablesIn(objects, root)).map((entry) => [entry.id, entry]))

async function mergedReusable(
  context: MergeContext,
  objects: Objects,
  sides: {
    readonly base: ReusableEntry | undefined
    readonly theirs: ReusableEntry
    readonly ours: ReusableEntry
  },
): Promise<ReusableEntry> {
  const { base, theirs, ours } = sides
  const page = { id: ours.id, title: theirs.title }
  const titles = { base: base?.title, theirs: theirs.title, ours: ours.title }
  const hashes = { base: base?.body, theirs: theirs.body, ours: ours.body }
  const title = titleOf(context, page, titles)
  const body = await mergedBody(context, objects, page, hashes)
  const { body: _, ...rest } = theirs
  const updatedAt = theirs.updatedAt > ours.updatedAt ? theirs.updatedAt : ours.updatedAt
  return canonicalReusable({ ...rest, title, updatedAt, ...(body === undefined ? {} : { body }) })
}

function titleOf(
  context: MergeContext,
  page: { readonly id: string; readonly title: string },
  sides: Sides<string | undefined> & { readonly theirs: string; readonly ours: string },
): string {
  const merged = mergeValue<string | undefined>(sides)
  if ('value' in merged) return merged.value ?? sides.theirs
  const conflict = conflictOf({ page, kind: 'field', field: 'title', ...sidesAsText(sides) })
  const resolution = resolutionOf(context, conflict)
  if (resolution?.take === 'text') return resolution.text
  return resolution?.take === 'request' ? sides.ours : sides.theirs
}
