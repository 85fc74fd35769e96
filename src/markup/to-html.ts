import type { Root } from 'hast'
import { toHtml as stringify } from 'hast-util-to-html'

/** Writes the result of `toHast` as HTML. */
export function toHtml(root: Root): string {
  return stringify(root, {
    characterReferences: { useNamedReferences: true },
    closeEmptyElements: true,
    tightSelfClosing: true,
  })
}
