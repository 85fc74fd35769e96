import type { Conflict, Resolution } from './changes.ts'
import { canonicalPage, type PageEntry, type Settable, settable } from './entries.ts'
import { isAlive, type MergeContext, resolutionOf } from './merge-context.ts'
import { conflictPage, type PageState } from './merge-states.ts'
import type { Objects } from './objects.ts'
import { conflictOf, mergeText, mergeValue, type Sides, sidesAsText } from './three-way.ts'

/** What every page of the merged tree says: each field for itself, texts by lines. What is below it is left out. */
export async function mergeEntries(
  merging: MergeContext,
  objects: Objects,
): Promise<ReadonlyMap<string, PageEntry>> {
  const merged = new Map<string, PageEntry>()
  for (const [id, state] of merging.states) {
    if (!isAlive(state)) continue
    const entry = await mergedEntry(merging, objects, id, state)
    const { children: _, ...own } = entry
    merged.set(id, own)
  }
  return merged
}

async function mergedEntry(
  merging: MergeContext,
  objects: Objects,
  id: string,
  { base, theirs, ours }: PageState,
): Promise<PageEntry> {
  const [only, other] = [theirs ?? ours, theirs === null ? null : ours]
  if (only === null) throw new Error(`The page ${id} is nowhere`)
  if (other === null) return only.entry
  const sides = { base: base?.entry, theirs: only.entry, ours: other.entry }
  if (sides.theirs.type !== sides.ours.type) return chosenEntry(merging, sides.theirs, sides.ours)
  if (isUntouched(sides.ours, sides.base)) return sides.theirs
  if (isUntouched(sides.theirs, sides.base)) return sides.ours
  const entry: Record<string, unknown> = { ...sides.theirs }
  for (const field of settable) entry[field] = mergedField(merging, id, field, sides)
  const hashes = { base: sides.base?.body, theirs: sides.theirs.body, ours: sides.ours.body }
  const body = await mergedBody(merging, objects, conflictPage(merging.diffs, merging.states, id), hashes)
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

/** Two pages of one id that were never one: only as wholes can they be chosen from. */
function chosenEntry(merging: MergeContext, theirs: PageEntry, ours: PageEntry): PageEntry {
  const page = conflictPage(merging.diffs, merging.states, theirs.id)
  const found = conflictOf({ page, kind: 'page', theirs: theirs.title, ours: ours.title }, [theirs, ours])
  return resolutionOf(merging, found)?.take === 'request' ? ours : theirs
}

function mergedField(merging: MergeContext, id: string, field: Settable, entries: Entries): unknown {
  const sides = { base: entries.base?.[field], theirs: entries.theirs[field], ours: entries.ours[field] }
  const merged = mergeValue<unknown>(sides)
  if ('value' in merged) return merged.value
  const page = conflictPage(merging.diffs, merging.states, id)
  const settlement = resolutionOf(merging, conflictOf({ page, kind: 'field', field, ...sidesAsText(sides) }))
  if (settlement?.take === 'text') return settlement.text === '' ? undefined : settlement.text
  return settlement?.take === 'request' ? sides.ours : sides.theirs
}

/** Hash of the merged text; undefined for an empty one. */
export async function mergedBody(
  merging: MergeContext,
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
  const merged = mergeText(sides, blockResolver(merging, page))
  if (!('value' in merged)) return hashes.theirs
  return merged.value === '' ? undefined : objects.put('text', merged.value)
}

/** Equal clashes within one page are told apart by their order. */
function blockResolver(merging: MergeContext, page: Conflict['page']) {
  const seen = new Map<string, number>()
  return (clash: Sides<readonly string[]>): readonly string[] | null => {
    const texts = {
      base: clash.base.join('\n'),
      theirs: clash.theirs.join('\n'),
      ours: clash.ours.join('\n'),
    }
    const key = JSON.stringify(texts)
    const before = seen.get(key) ?? 0
    seen.set(key, before + 1)
    const found = conflictOf({ page, kind: 'block', ...texts }, before === 0 ? null : before)
    return linesOf(resolutionOf(merging, found), clash)
  }
}

function linesOf(settlement: Resolution | null, clash: Sides<readonly string[]>): readonly string[] | null {
  if (settlement === null) return null
  if (settlement.take === 'text') return settlement.text === '' ? [] : settlement.text.split('\n')
  return settlement.take === 'request' ? clash.ours : clash.theirs
}

function mergedTime({ base, theirs, ours }: Entries): string {
  if (ours.updatedAt === base?.updatedAt) return theirs.updatedAt
  if (theirs.updatedAt === base?.updatedAt) return ours.updatedAt
  return theirs.updatedAt > ours.updatedAt ? theirs.updatedAt : ours.updatedAt
}

const earlier = (a: string, b: string): string => (a < b ? a : b)
