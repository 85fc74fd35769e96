import type { Root } from 'mdast'
import { visit } from 'unist-util-visit'

/** How deeply elements may be nested, and how many formatting elements may be left open. */
export interface HtmlLimits {
  depth: number
  formats: number
}

const formats = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '))
const neverNested = new Set(
  'area br col embed hr img input link meta param source track wbr p li dd dt td th tr tbody thead tfoot option'.split(
    ' ',
  ),
)

/** Whether the raw HTML of a page may be parsed; see `isDecentHtml`. */
export function mayParseHtml(root: Root): boolean {
  const pieces: string[] = []
  visit(root, 'html', ({ value }) => void pieces.push(value))
  return isParsableHtml(pieces, { depth: 150, formats: 16 })
}

/**
 * Whether HTML can be parsed in reasonable time. Formatting elements that are never closed are repeated in every
 * block that follows, and elements nested hundreds deep exhaust the stack; no real page does either.
 */
export function isParsableHtml(pieces: string[], limits: HtmlLimits): boolean {
  const open = new Map<string, number>()
  let formatting = 0
  let depth = 0
  for (const piece of pieces) {
    for (const match of piece.matchAll(/<(\/?)([a-z][a-z0-9-]*)/gi)) {
      const name = (match[2] ?? '').toLowerCase()
      const step = match[1] ? -1 : 1
      if (neverNested.has(name) || (step < 0 && !open.get(name))) continue
      open.set(name, (open.get(name) ?? 0) + step)
      depth += step
      if (formats.has(name)) formatting += step
      if (formatting > limits.formats || depth > limits.depth) return false
    }
  }
  return true
}
