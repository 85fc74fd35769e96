import type { LucideIcon } from 'lucide-react'
import { matchTitles, type Span } from './match-titles.ts'

/** All candidates, by source. */
export type Sources = {
  readonly commands: readonly PaletteItem[]
  readonly destinations: readonly PaletteItem[]
  readonly recent: readonly PaletteItem[]
  /** Spaces, collections and sites. */
  readonly entities: readonly PaletteItem[]
  /** Visited paths, the last one first. */
  readonly visited: readonly string[]
  readonly changeRequests: readonly PaletteItem[]
  /** Results of the server’s search. */
  readonly people: readonly PaletteItem[]
  readonly pages: readonly PaletteItem[]
  readonly spaces: readonly PaletteItem[]
  /** Commands that use the typed text, such as a full-text search. */
  readonly textCommands: readonly PaletteItem[]
}

const perGroup = 6
/** A single scope leaves room for more results. */
export const groupLimit = (scope: Scope): number => (scope === 'all' ? perGroup : 40)

/** The last group: what can be done with any text. */
export const MORE = 'More'

/**
 * The groups in display order. Local matches come first, best group first. Results of the server come after them, so
 * that items do not move while people aim at them.
 */
export function groupsOf(scope: Scope, query: string, from: Sources): Group[] {
  const group = (name: string, items: readonly Match[]): Group => ({
    name,
    items: items.slice(0, groupLimit(scope)),
  })
  const commands = group('Actions', bestMatches(from.commands, query))
  const pages = group('Pages', inServerOrder(from.pages, query))
  const people = group('People', inServerOrder(from.people, query))
  const more = group(MORE, inServerOrder(from.textCommands, ''))
  if (scope === 'do') return withItems([commands])
  if (scope === 'people') return withItems([people])
  if (scope === 'pages') {
    const recentPages = query === '' ? from.recent.filter(isPage) : []
    return withItems([group('Recent', bestMatches(recentPages, '')), pages, more])
  }
  if (query === '') {
    const mainPages = from.destinations.filter(({ keys }) => keys !== undefined)
    return withItems([
      group('Recent', bestMatches(from.recent, '')),
      commands,
      group('Go to', bestMatches(mainPages, '')),
    ])
  }
  const entities = bestMatches([...from.entities, ...from.recent], query, from.visited)
  const ranked = bestGroupFirst(
    [
      group('Spaces and sites', withoutDuplicates([...entities, ...inServerOrder(from.spaces, query)])),
      group('Go to', bestMatches(from.destinations, query)),
      commands,
    ],
    query,
  )
  return withItems([
    ...ranked,
    pages,
    group('Changes', bestMatches(from.changeRequests, query)),
    people,
    more,
  ])
}

const withItems = (groups: readonly Group[]): Group[] => groups.filter(({ items }) => items.length > 0)

const isPage = ({ to }: PaletteItem): boolean => /^\/s\/[^/]+\/p\//.test(to ?? '')

export type PaletteItem = {
  /** Stable, so the selection survives while more results arrive. */
  readonly id: string
  readonly title: string
  readonly icon?: LucideIcon | undefined
  readonly emoji?: string | undefined
  readonly person?: { readonly id: string; readonly name: string } | undefined
  readonly where?: string | undefined
  readonly keys?: string | undefined
  /** The path, for items that only navigate. */
  readonly to?: string | undefined
  readonly run: () => void
}

/** Creates an item that navigates to a path. */
export type LinkTo = (to: string) => Pick<PaletteItem, 'id' | 'to' | 'run'>

export type Match = PaletteItem & { readonly spans: readonly Span[]; readonly rank: number }
export type Group = { readonly name: string; readonly items: readonly Match[] }

/** Items whose title matches, best match first, then last visited first. */
export function bestMatches(
  items: readonly PaletteItem[],
  query: string,
  visited: readonly string[] = [],
): Match[] {
  const visitIndex = (to: string | undefined) => {
    const index = to === undefined ? -1 : visited.indexOf(to)
    return index < 0 ? visited.length : index
  }
  return matchTitles(
    items.map(({ title }) => title),
    query,
  )
    .flatMap(({ index, ...match }) => {
      const item = items[index]
      return item ? [{ ...item, ...match }] : []
    })
    .sort((a, b) => a.rank - b.rank || visitIndex(a.to) - visitIndex(b.to))
}

/** Results of the server in their order, with matches in their titles highlighted. */
export const inServerOrder = (items: readonly PaletteItem[], query: string): Match[] =>
  items.map((item) => ({ ...item, rank: 0, spans: matchTitles([item.title], query)[0]?.spans ?? [] }))

/** Puts the group with the best match first. Without a query the order stays. */
export function bestGroupFirst(groups: readonly Group[], query: string): Group[] {
  if (query === '') return [...groups]
  const bestOf = ({ items }: Group) => items[0]?.rank ?? Number.POSITIVE_INFINITY
  return groups.toSorted((a, b) => bestOf(a) - bestOf(b))
}

/** Removes items with the same path or, without a path, the same title. */
export function withoutDuplicates<T extends Pick<PaletteItem, 'title' | 'to'>>(items: readonly T[]): T[] {
  const recentPages = new Set<string>()
  return items.filter(({ title, to }) => {
    const key = to ?? title
    if (recentPages.has(key)) return false
    recentPages.add(key)
    return true
  })
}

/** What is searched: everything, or the one kind that a prefix selects. */
type Scope = 'all' | 'do' | 'people' | 'pages'

export const scopes: readonly { readonly scope: Scope; readonly sign: string; readonly label: string }[] = [
  { scope: 'do', sign: '>', label: 'Actions' },
  { scope: 'people', sign: '@', label: 'People' },
  { scope: 'pages', sign: '#', label: 'Pages' },
]

/** Splits the typed text into scope and query. */
export function parseInput(text: string): { scope: Scope; query: string } {
  const typed = text.trimStart()
  const prefix = scopes.find(({ sign }) => typed.startsWith(sign))
  return prefix
    ? { scope: prefix.scope, query: typed.slice(prefix.sign.length).trim() }
    : { scope: 'all', query: typed.trim() }
}

/** The text with another scope. Repeating the current prefix removes it. */
export function withScope(text: string, sign: string): string {
  const { scope, query } = parseInput(text)
  const isCurrent = scopes.some((one) => one.sign === sign && one.scope === scope)
  return isCurrent ? query : `${sign}${query}`
}
