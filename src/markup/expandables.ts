import type { Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { anchorOf } from './slug.ts'
import { textOfHtml } from './text.ts'

/** Stops at the next tag of the same name, so that unclosed ones take linear time. */
const summary = /<summary(?:\s[^<>]*)?>((?:(?!<\/?summary)[\s\S])*)<\/summary/gi

/** The titles of expandables in raw HTML, with the anchors they have unless `taken`. */
export function expandablesOf(
  root: Root,
  taken: ReadonlySet<string>,
): ReadonlyMap<Root['children'][number], readonly { readonly anchor: string; readonly title: string }[]> {
  const nextAnchor = uniqueAnchors(taken)
  const found = new Map<Root['children'][number], { anchor: string; title: string }[]>()
  visit(root, 'html', (node) => {
    const titles = [...node.value.matchAll(summary)].map(([, html = '']) =>
      textOfHtml(html).replace(/\s+/g, ' ').trim(),
    )
    if (titles.length > 0)
      found.set(
        node,
        titles.map((title) => ({ title, anchor: nextAnchor(title) })),
      )
  })
  return found
}

/** Returns the anchor for each title of an expandable in turn; counts repeats per name. */
export function uniqueAnchors(taken: Pick<ReadonlySet<string>, 'has'>): (title: string) => string {
  const counts = new Map<string, number>()
  return (title) => {
    const name = anchorOf(title)
    let count = counts.get(name) ?? 0
    let anchor = count === 0 ? name : `${name}-${count}`
    while (taken.has(anchor)) anchor = `${name}-${++count}`
    counts.set(name, count + 1)
    return anchor
  }
}
