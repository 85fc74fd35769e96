import type { Element, Root } from 'hast'
import { toString as textIn } from 'hast-util-to-string'
import { EXIT, visit } from 'unist-util-visit'

/**
 * The text of a page as it is read below the title of the page: a heading of the first level counts as one of the
 * second, and where an author leaves a level out, those who have the page read to them are told the level that the
 * heading has among the others. It looks as it was written.
 */
export function belowTitle(root: Root): Root {
  const levels = levelsOf(root)
  if (levels.every(({ rank, level, written }) => rank === level && rank === written)) return root
  const copy = structuredClone(root)
  let at = 0
  visit(copy, 'element', (node) => {
    if (!isHeading(node)) return
    const found = levels[at++]
    if (found === undefined) return
    node.tagName = `h${found.rank}`
    if (found.level !== found.rank) node.properties.ariaLevel = found.level
  })
  return copy
}

type Placed = { readonly written: number; readonly rank: number; readonly level: number }

/** Below the title, which is the first level; a heading stands one below the nearest greater one before it. */
function levelsOf(root: Root): Placed[] {
  const levels: Placed[] = []
  const above: number[] = []
  visit(root, 'element', (node) => {
    if (!isHeading(node)) return
    const written = Number(node.tagName[1])
    const rank = Math.max(2, written)
    while ((above.at(-1) ?? 0) >= rank) above.pop()
    above.push(rank)
    levels.push({ written, rank, level: above.length + 1 })
  })
  return levels
}

const isHeading = ({ tagName }: Element): boolean => /^h[1-6]$/.test(tagName)

/** What a search engine shows of a page at most. */
const longest = 160

/** The first paragraph or point of a text that says something, cut between words; undefined when there is none. */
export function openingOf(root: Root): string | undefined {
  let found: string | undefined
  visit(root, 'element', (node) => {
    if (node.tagName !== 'p' && node.tagName !== 'li') return
    const line = textIn(node).replace(/\s+/g, ' ').trim()
    if (line.length < 20) return
    found = line.length <= longest ? line : `${line.slice(0, longest - 1).replace(/\s+\S*$/, '')}…`
    return EXIT
  })
  return found
}
