import { canonicalReusable, type ReusableEntry, type Root } from './entries.ts'
import { type MergeContext, resolutionOf } from './merge-context.ts'
import { mergedBody } from './merge-entries.ts'
import type { Objects } from './objects.ts'
import { isSameReusable, reusablesIn } from './reusables.ts'
import { conflictOf, mergeValue, type Sides, sidesAsText } from './three-way.ts'

type Roots = Readonly<Record<'base' | 'theirs' | 'ours', Root>>

/** What is to be put into theirs, and what is to be taken out of it. */
export type MergedReusables = { readonly put: readonly ReusableEntry[]; readonly removed: readonly string[] }

/**
 * Merges reusable contents: titles as wholes, texts by lines. One that a side removed and the other changed stays.
 */
export async function mergeReusables(
  merging: MergeContext,
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
  for (const [id, mine] of ours) {
    const [was, there] = [base.get(id), theirs.get(id)]
    if (was !== undefined && isSameReusable(was, mine)) continue
    if (there === undefined) put.push(mine)
    else put.push(await mergedReusable(merging, objects, { base: was, theirs: there, ours: mine }))
  }
  const removed = [...base.values()].filter((was) => {
    const there = theirs.get(was.id)
    return !ours.has(was.id) && there !== undefined && isSameReusable(was, there)
  })
  return { put, removed: removed.map(({ id }) => id) }
}

const byId = async (objects: Objects, root: Root) =>
  new Map((await reusablesIn(objects, root)).map((entry) => [entry.id, entry]))

async function mergedReusable(
  merging: MergeContext,
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
  const title = titleOf(merging, page, titles)
  const body = await mergedBody(merging, objects, page, hashes)
  const { body: _, ...rest } = theirs
  const updatedAt = theirs.updatedAt > ours.updatedAt ? theirs.updatedAt : ours.updatedAt
  return canonicalReusable({ ...rest, title, updatedAt, ...(body === undefined ? {} : { body }) })
}

function titleOf(
  merging: MergeContext,
  page: { readonly id: string; readonly title: string },
  sides: Sides<string | undefined> & { readonly theirs: string; readonly ours: string },
): string {
  const merged = mergeValue<string | undefined>(sides)
  if ('value' in merged) return merged.value ?? sides.theirs
  const found = conflictOf({ page, kind: 'field', field: 'title', ...sidesAsText(sides) })
  const settlement = resolutionOf(merging, found)
  if (settlement?.take === 'text') return settlement.text
  return settlement?.take === 'request' ? sides.ours : sides.theirs
}
