import {
  byBest,
  type Found,
  found,
  type Group,
  given,
  type PaletteItem,
  withoutDoubles,
} from './palette-items.ts'
import type { Scope } from './palette-scopes.ts'

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
