import type { Root } from 'mdast'
import { headingsOf } from './headings.ts'

export interface OutlineEntry {
  level: 2 | 3 | 4
  text: string
  anchor: string
}

/** The outline of a page: its headings outside of hints, lists and quotes. A page has one title, so level 1 counts as 2. */
export function outlineOf(root: Root): OutlineEntry[] {
  return headingsOf(root)
    .filter(({ isTopLevel, text, node }) => isTopLevel && text !== '' && node.depth <= 4)
    .map(({ node, text, anchor }) => ({ level: levelOf(node.depth), text, anchor }))
}

function levelOf(depth: number): 2 | 3 | 4 {
  if (depth <= 2) return 2
  return depth === 3 ? 3 : 4
}
