import type { LucideIcon } from 'lucide-react'
import { matchOf, type Span } from './matching.ts'

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
