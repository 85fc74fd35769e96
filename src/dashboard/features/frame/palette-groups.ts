import type { LucideIcon } from 'lucide-react'

/** What there is to choose from. */
export type Sources = {
  readonly doings: readonly PaletteItem[]
  readonly rooms: readonly PaletteItem[]
  readonly recent: readonly PaletteItem[]
  /** Spaces, collections and sites. */
  readonly things: readonly PaletteItem[]
  /** Addresses that were visited, the last one first. */
  readonly visited: readonly string[]
  readonly changes: readonly PaletteItem[]
  /** Found by the service. */
  readonly people: readonly PaletteItem[]
  readonly pages: readonly PaletteItem[]
  readonly spaces: readonly PaletteItem[]
  /** What can be done with the words themselves. */
  readonly withWords: readonly PaletteItem[]
}

const perGroup = 6
/** With one kind asked for there is room for more of it. */
export const limitOf = (scope: Scope): number => (scope === 'all' ? perGroup : 40)

/**
 * The groups in their order. Of what is known here the best comes first; what the service finds comes after it, so
 * that nothing moves away under the hand.
 */
export function groupsOf(scope: Scope, words: string, from: Sources): Group[] {
  const group = (name: string, items: readonly Found[]): Group => ({
    name,
    items: items.slice(0, limitOf(scope)),
  })
  const toDo = group('Do', found(from.doings, words))
  const inText = group('Pages', given(from.pages, words))
  const who = group('People', given(from.people, words))
  const more = group('More', given(from.withWords, ''))
  if (scope === 'do') return some([toDo])
  if (scope === 'people') return some([who])
  if (scope === 'pages') {
    const seen = words === '' ? from.recent.filter(isPage) : []
    return some([group('Recent', found(seen, '')), inText, more])
  }
  if (words === '') {
    const open = from.rooms.filter(({ keys }) => keys !== undefined)
    return some([group('Recent', found(from.recent, '')), toDo, group('Go to', found(open, ''))])
  }
  const titled = found([...from.things, ...from.recent], words, from.visited)
  const known = byBest(
    [
      group('Spaces and sites', withoutDoubles([...titled, ...given(from.spaces, words)])),
      group('Go to', found(from.rooms, words)),
      toDo,
    ],
    words,
  )
  return some([...known, inText, group('Changes', found(from.changes, words)), who, more])
}

const some = (groups: readonly Group[]): Group[] => groups.filter(({ items }) => items.length > 0)

const isPage = ({ to }: PaletteItem): boolean => /^\/s\/[^/]+\/p\//.test(to ?? '')

export type PaletteItem = {
  /** Stable, so that what is chosen stays chosen while more is found. */
  readonly id: string
  readonly title: string
  readonly icon?: LucideIcon | undefined
  readonly emoji?: string | undefined
  readonly person?: { readonly id: string; readonly name: string } | undefined
  readonly where?: string | undefined
  readonly keys?: string | undefined
  /** Address, for those that only go somewhere. */
  readonly to?: string | undefined
  readonly run: () => void
}

/** What makes an item that goes to an address. */
export type Goes = (to: string) => Pick<PaletteItem, 'id' | 'to' | 'run'>

export type Found = PaletteItem & { readonly spans: readonly Span[]; readonly rank: number }
export type Group = { readonly name: string; readonly items: readonly Found[] }

/** Those whose title has the words, the best first; among equals those visited last. */
export function found(
  items: readonly PaletteItem[],
  words: string,
  visited: readonly string[] = [],
): Found[] {
  const placeOf = (to: string | undefined) => {
    const place = to === undefined ? -1 : visited.indexOf(to)
    return place < 0 ? visited.length : place
  }
  return items
    .flatMap((item) => {
      const match = matchOf(item.title, words)
      return match ? [{ ...item, ...match }] : []
    })
    .sort((a, b) => a.rank - b.rank || placeOf(a.to) - placeOf(b.to))
}

/** Those that were found elsewhere, in their order; what of the words is in their titles is marked all the same. */
export const given = (items: readonly PaletteItem[], words: string): Found[] =>
  items.map((item) => ({ ...item, rank: 0, spans: matchOf(item.title, words)?.spans ?? [] }))

/** The group with the best title first; with nothing typed they stay as they are. */
export function byBest(groups: readonly Group[], words: string): Group[] {
  if (words === '') return [...groups]
  const bestOf = ({ items }: Group) => items[0]?.rank ?? Number.POSITIVE_INFINITY
  return groups.toSorted((a, b) => bestOf(a) - bestOf(b))
}

/** Of items that would do the same the first. */
export function withoutDoubles<T extends Pick<PaletteItem, 'title' | 'to'>>(items: readonly T[]): T[] {
  const seen = new Set<string>()
  return items.filter(({ title, to }) => {
    const key = to ?? title
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Which of the groups are looked through: all, or one that is asked for by its first character. */
type Scope = 'all' | 'do' | 'people' | 'pages'

export const scopes: readonly { readonly scope: Scope; readonly sign: string; readonly label: string }[] = [
  { scope: 'do', sign: '>', label: 'Do' },
  { scope: 'people', sign: '@', label: 'People' },
  { scope: 'pages', sign: '#', label: 'Pages' },
]

/** What is typed, without the sign of the scope. */
export function asked(text: string): { scope: Scope; words: string } {
  const typed = text.trimStart()
  const found = scopes.find(({ sign }) => typed.startsWith(sign))
  return found
    ? { scope: found.scope, words: typed.slice(found.sign.length).trim() }
    : { scope: 'all', words: typed.trim() }
}

/** The text with another scope; the same scope again takes it away. */
export function withScope(text: string, sign: string): string {
  const { scope, words } = asked(text)
  const isOn = scopes.some((one) => one.sign === sign && one.scope === scope)
  return isOn ? words : `${sign}${words}`
}

/** Where the words of a search are found in a title; null when one of them is not. */
export type Span = { from: number; to: number }

export function matchOf(title: string, text: string): { spans: Span[]; rank: number } | null {
  const low = title.toLowerCase()
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  const spans: Span[] = []
  let rank = 0
  for (const word of wanted) {
    const from = placeOf(low, word)
    if (from < 0) return null
    rank += from === 0 ? 0 : isStart(low, from) ? 1 : 2
    spans.push({ from, to: from + word.length })
  }
  return { spans: merged(spans), rank }
}

/** The beginning of a word is better than its middle. */
function placeOf(low: string, word: string): number {
  for (let from = low.indexOf(word); from >= 0; from = low.indexOf(word, from + 1)) {
    if (isStart(low, from)) return from
  }
  return low.indexOf(word)
}

const isStart = (low: string, from: number): boolean =>
  from === 0 || /[^\p{L}\p{N}]/u.test(low[from - 1] ?? '')

function merged(spans: readonly Span[]): Span[] {
  const out: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = out.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else out.push({ ...span })
  }
  return out
}
