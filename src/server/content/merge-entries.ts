import type { Conflict, Resolution } from './changes.ts'
import { canonicalPage, type PageEntry, type Settable, settable } from './entries.ts'
import { isAlive, type MergeContext, resolutionOf } from './merge-context.ts'
import { conflictPage, type PageState } from './merge-states.ts'
import type { Objects } from './objects.ts'
import { conflictOf, joinedSides, mergeText, mergeValue, type Sides, sidesAsText } from './three-way.ts'

/** The entries of all pages of the merged tree: fields are merged one by one, texts by lines. Children are left out. */
export async function mergeEntries(
  context: MergeContext,
  objects: Objects,
): Promise<ReadonlyMap<string, PageEntry>> {
  const merged = new Map<string, PageEntry>()
  for (const [id, state] of context.states) {
    if (!isAlive(state)) continue
    const entry = await mergedEntry(context, objects, id, state)
    const { children: _, ...own } = entry
    merged.set(id, own)
  }
  return merged
}

async function mergedEntry(
  context: MergeContext,
  objects: Objects,
  id: string,
  { base, theirs, ours }: PageState,
): Promise<PageEntry> {
  const [only, other] = [theirs ?? ours, theirs === null ? null : ours]
  if (only === null) throw new Error(`The page ${id} is nowhere`)
  if (other === null) return only.entry
  const sides = { base: base?.entry, theirs: only.entry, ours: other.entry }
  if (sides.theirs.type !== sides.ours.type) return chosenEntry(context, sides.theirs, sides.ours)
  if (isUntouched(sides.ours, sides.base)) return sides.theirs
  if (isUntouched(sides.theirs, sides.base)) return sides.ours
  const entry: Record<string, unknown> = { ...sides.theirs }
  for (const field of settable) entry[field] = mergedField(context, id, field, sides)
  const hashes = { base: sides.base?.body, theirs: sides.theirs.body, ours: sides.ours.body }
  const body = await mergedBody(context, objects, conflictPage(context.diffs, context.states, id), hashes)
  return canonicalPage({
    ...(entry as PageEntry),
    ...(body === undefined ? { body: undefined as never } : { body }),
    createdAt: earlier(sides.theirs.createdAt, sides.ours.createdAt),
    updatedAt: mergedTime(sides),
  })
}

type Entries = {
  readonly base: PageEntry | undefined
  readonly theirs: PageEntry
  readonly ours: PageEntry
}

const isUntouched = (entry: PageEntry, base: PageEntry | undefined): boolean =>
  base !== undefined &&
  JSON.stringify({ ...entry, children: '' }) === JSON.stringify({ ...base, children: '' })

/** Two different pages with the same id: the conflict is about the pages as a whole. */
function chosenEntry(context: MergeContext, theirs: PageEntry, ours: PageEntry): PageEntry {
  const page = conflictPage(context.diffs, context.states, theirs.id)
  const conflict = conflictOf({ page, kind: 'page', theirs: theirs.title, ours: ours.title }, [theirs, ours])
  return resolutionOf(context, conflict)?.take === 'request' ? ours : theirs
}

function mergedField(context: MergeContext, id: string, field: Settable, entries: Entries): unknown {
  const sides = { base: entries.base?.[field], theirs: entries.theirs[field], ours: entries.ours[field] }
  const merged = mergeValue<unknown>(sides)
  if ('value' in merged) return merged.value
  const page = conflictPage(context.diffs, context.states, id)
  const resolution = resolutionOf(context, conflictOf({ page, kind: 'field', field, ...sidesAsText(sides) }))
  if (resolution?.take === 'text') return resolution.text === '' ? undefined : resolution.text
  return resolution?.take === 'request' ? sides.ours : sides.theirs
}

/** Hash of the merged text; undefined for an empty one. */
export async function mergedBody(
  context: MergeContext,
  objects: Objects,
  page: Conflict['page'],
  hashes: Sides<PageEntry['body']>,
) {
  const whole = mergeValue(hashes)
  if ('value' in whole) return whole.value
  const texts = await objects.read(Object.values(hashes).filter((hash) => hash !== undefined))
  const sides = {
    base: texts.get(hashes.base ?? '') ?? '',
    theirs: texts.get(hashes.theirs ?? '') ?? '',
    ours: texts.get(hashes.ours ?? '') ?? '',
  }
  const merged = await mergeText(sides, blockResolver(context, page))
  if (!('value' in merged)) return hashes.theirs
  return merged.value === '' ? undefined : objects.put('text', merged.value)
}

/** Numbers equal conflicts within one page, so that each has its own id. */
function blockResolver(context: MergeContext, page: Conflict['page']) {
  const seen = new Map<string, number>()
  return (lines: Sides<readonly string[]>): readonly string[] | null => {
    const texts = joinedSides(lines)
    const key = JSON.stringify(texts)
    const before = seen.get(key) ?? 0
    seen.set(key, before + 1)
    const conflict = conflictOf({ page, kind: 'block', ...texts }, before === 0 ? null : before)
    return linesOf(resolutionOf(context, conflict), lines)
  }
}

function linesOf(resolution: Resolution | null, sides: Sides<readonly string[]>): readonly string[] | null {
  if (resolution === null) return null
  if (resolution.take === 'text') return resolution.text === '' ? [] : resolution.text.split('\n')
  return resolution.take === 'request' ? sides.ours : sides.theirs
}

function mergedTime({ base, theirs, ours }: Entries): string {
  if (ours.updatedAt === base?.updatedAt) return theirs.updatedAt
  if (theirs.updatedAt === base?.updatedAt) return ours.updatedAt
  return theirs.updatedAt > ours.updatedAt ? theirs.updatedAt : ours.updatedAt
}

const earlier = (a: string, b: string): string => (a < b ? a : b)
