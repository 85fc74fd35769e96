import type { IconShape } from '#markup/font-icons.ts'
import { fontIcon, fontIconNames } from './font-icons.ts'
import { otherIconNames } from './other-icon-names.ts'

export type NamedIcon = IconShape & { readonly name: string }

/** Icons whose name contains all words of the query, best match first; an icon with several names is there once. */
export function searchFontIcons(query: string, limit: number): NamedIcon[] {
  const words = query
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  if (words.length === 0) return []
  const matches = namesOfIcons()
    .filter((name) => words.every((word) => name.includes(word)))
    .map((name) => ({ name, rank: rankOf(name, words) }))
    .sort((a, b) => a.rank - b.rank || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
  const icons = new Map<string, NamedIcon>()
  for (const { name } of matches) {
    if (icons.size === limit) break
    const shape = fontIcon(name)
    if (shape !== null && !icons.has(shape.path)) icons.set(shape.path, { name, ...shape })
  }
  return [...icons.values()]
}

/** 0 for the name itself, 1 if it begins with the query, 2 if each word begins a part of the name, else 3. */
function rankOf(name: string, words: readonly string[]): number {
  const query = words.join('-')
  if (name === query) return 0
  if (name.startsWith(query)) return 1
  return words.every((word) => name.startsWith(word) || name.includes(`-${word}`)) ? 2 : 3
}

let names: readonly string[] | undefined

/** The names of the icons, of which the outlined ones also have a solid version. */
function namesOfIcons(): readonly string[] {
  names ??= [
    ...new Set([...fontIconNames('solid'), ...fontIconNames('brands'), ...Object.keys(otherIconNames)]),
  ]
  return names
}
