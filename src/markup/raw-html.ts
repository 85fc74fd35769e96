import type { Root } from 'mdast'
import { visit } from 'unist-util-visit'

const mostOpenFormats = 16
const deepest = 150
const formats = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '))
const neverNested = new Set(
  'area br col embed hr img input link meta param source track wbr p li dd dt td th tr tbody thead tfoot option'.split(
    ' ',
  ),
)

/**
 * Whether the raw HTML of a page can be parsed in decent time. Formatting that is never closed is repeated in
 * every block that follows, and elements nested hundreds deep exhaust the stack; no real page does either.
 */
export function mayParseHtml(root: Root): boolean {
  const open = new Map<string, number>()
  let formatting = 0
  let depth = 0
  let isDecent = true
  visit(root, 'html', ({ value }) => {
    for (const match of value.matchAll(/<(\/?)([a-z][a-z0-9-]*)/gi)) {
      const name = (match[2] ?? '').toLowerCase()
      const step = match[1] ? -1 : 1
      if (neverNested.has(name) || (step < 0 && !open.get(name))) continue
      open.set(name, (open.get(name) ?? 0) + step)
      depth += step
      if (formats.has(name)) formatting += step
      if (formatting > mostOpenFormats || depth > deepest) isDecent = false
    }
    return isDecent
  })
  return isDecent
}
