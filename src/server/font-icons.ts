import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
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
  const folders = [
    ...new Set([prefix ?? (style === 'solid' ? 'solid' : 'regular'), 'solid', 'regular', 'brands']),
  ]
  for (const candidate of candidatesOf(bare)) {
    for (const folder of folders) {
      const shape = readShape(folder, candidate)
      if (shape !== null) return shape
    }
  }
  return null
}

/** The name itself, then its beginnings and ends. Former names of icons are files too. */
function candidatesOf(name: string): string[] {
  const parts = name.split('-')
  const beginnings = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
  const ends = parts.map((_, index) => parts.slice(index).join('-'))
  return [...new Set([...beginnings, ...ends])].flatMap((one) =>
    Object.hasOwn(otherIconNames, one) ? [otherIconNames[one] ?? one] : [one],
  )
}

/** Reads one small file, because the whole set would take megabytes of memory in every process. */
function readShape(style: string, name: string): IconShape | null {
  const svg = readIfExists(join(fontIconFolder(), 'svgs', style, `${name}.svg`))
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []
  const path = [...svg.matchAll(/<path[^>]* d="([^"]+)"/g)].map(([, data = '']) => data).join('')
  return path === '' ? null : { width: Number(width), height: Number(height), path }
}

function readIfExists(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The set has no icon with this name in this style.
    return ''
  }
}

let folder: string | undefined

/** The folder of the package with the icons. */
export function fontIconFolder(): string {
  folder ??= dirname(createRequire(import.meta.url).resolve('@fortawesome/fontawesome-free/package.json'))
  return folder
}
