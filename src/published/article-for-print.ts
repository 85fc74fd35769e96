import type { Root } from 'hast'
import { visit } from 'unist-util-visit'
import { type Html, printUntrusted } from './html.ts'

/**
 * Prints the result of `toHast` for a PDF, and changes it: images must not load lazily, and only the title is a level-1
 * heading.
 */
export function articleForPrint(root: Root): Html {
  visit(root, 'element', (node) => {
    if (node.tagName === 'img') delete node.properties.loading
    if (node.tagName === 'h1') node.tagName = 'h2'
  })
  return printUntrusted(root)
}
