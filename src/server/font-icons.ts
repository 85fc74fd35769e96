import { openSync, readFileSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import type { IconShape } from '#markup/font-icons.ts'
import { otherIconNames } from './other-icon-names.ts'

const shapes = new LRUCache<string, { readonly shape: IconShape | null }>({ max: 2_000 })

/**
 * The icon with a name such as `rocket` or `brands/github`, in outline if the site prefers that and the icon has one.
 * A name that the set lacks gets the icon of its longest part: `rocket` for `rocket-launch`. Null if there is none.
 */
export function fontIcon(name: string, style = 'solid'): IconShape | null {
  const key = `${style} ${name}`
  const known = shapes.get(key)
  if (known !== undefined) return known.shape
  const shape = findIcon(name, style)
  shapes.set(key, { shape })
  return shape
}

function findIcon(name: string, style: string): IconShape | null {
  const [, prefix, bare = ''] = /^(?:(brands|regular|solid)\/)?([a-z0-9-]{1,50})$/.exec(name) ?? []
  if (bare === '') return null
  const styleNames = [
    ...new Set([prefix ?? (style === 'solid' ? 'solid' : 'regular'), 'solid', 'regular', 'brands']),
  ]
  for (const candidate of candidatesOf(bare)) {
    for (const one of styleNames) {
      const shape = readShape(one, candidate)
      if (shape !== null) return shape
    }
  }
  return null
}

/** The name itself, then its beginnings and ends. The set has former names of icons, too. */
function candidatesOf(name: string): string[] {
  const parts = name.split('-')
  const beginnings = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
  const ends = parts.map((_, index) => parts.slice(index).join('-'))
  return [...new Set([...beginnings, ...ends])].flatMap((one) =>
    Object.hasOwn(otherIconNames, one) ? [otherIconNames[one] ?? one] : [one],
  )
}

/** The set has one file per style, with entries such as `"rocket": { "body": "<path …/>" }` on a square canvas. */
const ENTRY = /"([a-z0-9-]+)":\s*(\{\s*"body":\s*"[^}]*\})/g
const CANVAS = 640

/** Where the entry of an icon is in the file: all of them would take megabytes of memory in every process. */
type Place = { readonly start: number; readonly length: number }
type Style = { readonly file: number; readonly places: ReadonlyMap<string, Place> }

const styles = new Map<string, Style>()

function styleOf(name: string): Style {
  const known = styles.get(name)
  if (known !== undefined) return known
  const file = openSync(createRequire(import.meta.url).resolve(`@iconify-json/fa7-${name}/icons.json`), 'r')
  const entries = readFileSync(file, 'latin1').matchAll(ENTRY)
  const places = new Map(
    entries.map(({ index, 0: { length: end }, 1: icon = '', 2: { length } = '' }) => [
      icon,
      { start: index + end - length, length },
    ]),
  )
  const style = { file, places }
  styles.set(name, style)
  return style
}

/** The names of a style, former ones included. */
export const fontIconNames = (style: 'brands' | 'regular' | 'solid'): string[] => [
  ...styleOf(style).places.keys(),
]

function readShape(style: string, name: string): IconShape | null {
  const { file, places } = styleOf(style)
  const place = places.get(name)
  if (place === undefined) return null
  const bytes = Buffer.alloc(place.length)
  readSync(file, bytes, 0, place.length, place.start)
  const { body } = JSON.parse(bytes.toString('latin1')) as { readonly body: string }
  const path = [...body.matchAll(/ d="([^"]+)"/g)].map(([, data = '']) => data).join('')
  return { width: CANVAS, height: CANVAS, path }
}
