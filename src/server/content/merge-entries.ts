import type { Conflict, Resolution } from './changes.ts'
import { canonicalPage, type PageEntry, type Settable, settable } from './entries.ts'
import { isAlive, type Merging, settlementOf } from './merging.ts'
import type { Objects } from './objects.ts'
import { namedPage, type State } from './three-sides.ts'
import { conflict, mergeText, mergeValue, type Sides, spelled } from './three-way.ts'

/** What every page of the merged tree says: each field for itself, texts by lines. What is below it is left out. */
export async function mergeEntries(
  merging: Merging,
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
  merging: Merging,
  objects: Objects,
  id: string,
  { base, theirs, ours }: State,
): Promise<PageEntry> {
  const [only, other] = [theirs ?? ours, theirs === null ? null : ours]
  if (only === null) throw new Error(`The page ${id} is nowhere`)
  if (other === null) return only.entry
  const sides = { base: base?.entry, theirs: only.entry, ours: other.entry }
  if (sides.theirs.type !== sides.ours.type) return eitherOf(merging, sides.theirs, sides.ours)
  if (isUntouched(sides.ours, sides.base)) return sides.theirs
  if (isUntouched(sides.theirs, sides.base)) return sides.ours
  const entry: Record<string, unknown> = { ...sides.theirs }
  for (const field of settable) entry[field] = mergedField(merging, id, field, sides)
  const hashes = { base: sides.base?.body, theirs: sides.theirs.body, ours: sides.ours.body }
  const body = await mergedBody(merging, objects, namedPage(merging.diffs, merging.states, id), hashes)
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
function eitherOf(merging: Merging, theirs: PageEntry, ours: PageEntry): PageEntry {
  const page = namedPage(merging.diffs, merging.states, theirs.id)
  const found = conflict({ page, kind: 'page', theirs: theirs.title, ours: ours.title }, [theirs, ours])
  return settlementOf(merging, found)?.take === 'request' ? ours : theirs
}

function mergedField(merging: Merging, id: string, field: Settable, entries: Entries): unknown {
  const sides = { base: entries.base?.[field], theirs: entries.theirs[field], ours: entries.ours[field] }
  const merged = mergeValue<unknown>(sides)
  if ('value' in merged) return merged.value
  const page = namedPage(merging.diffs, merging.states, id)
  const settlement = settlementOf(merging, conflict({ page, kind: 'field', field, ...spelled(sides) }))
  if (settlement?.take === 'text') return settlement.text === '' ? undefined : settlement.text
  return settlement?.take === 'request' ? sides.ours : sides.theirs
}

/** Hash of the merged text; undefined for an empty one. */
export async function mergedBody(
  merging: Merging,
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
  const merged = mergeText(sides, blockSettler(merging, page))
  if (!('value' in merged)) return hashes.theirs
  return merged.value === '' ? undefined : objects.put('text', merged.value)
}

/** Equal clashes within one page are told apart by their order. */
function blockSettler(merging: Merging, page: Conflict['page']) {
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
    const found = conflict({ page, kind: 'block', ...texts }, before === 0 ? null : before)
    return linesOf(settlementOf(merging, found), clash)
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
