import type { Element, Root } from 'hast'
import { toString as textIn } from 'hast-util-to-string'
import { EXIT, visit } from 'unist-util-visit'
import { cutText } from '#markup/cut-text.ts'

/**
 * Adapts headings to the page title above the text: a level-1 heading becomes level 2, and where an author skips a
 * level, `aria-level` gives screen readers the level without gaps. The appearance does not change.
 */
export function normalizeHeadings(root: Root): Root {
  const levels = levelsOf(root)
  if (levels.every(({ rank, level, original }) => rank === level && rank === original)) return root
  const copy = structuredClone(root)
  let index = 0
  visit(copy, 'element', (node) => {
    if (!isHeading(node)) return
    const heading = levels[index++]
    if (heading === undefined) return
    node.tagName = `h${heading.rank}`
    if (heading.level !== heading.rank) node.properties.ariaLevel = heading.level
  })
  return copy
}

type HeadingLevel = { readonly original: number; readonly rank: number; readonly level: number }

/** The title is level 1; a heading is one level below the nearest preceding heading of a higher rank. */
function levelsOf(root: Root): HeadingLevel[] {
  const levels: HeadingLevel[] = []
  const ancestorRanks: number[] = []
  visit(root, 'element', (node) => {
    if (!isHeading(node)) return
    const original = Number(node.tagName[1])
    const rank = Math.max(2, original)
    while ((ancestorRanks.at(-1) ?? 0) >= rank) ancestorRanks.pop()
    ancestorRanks.push(rank)
    levels.push({ original, rank, level: ancestorRanks.length + 1 })
  })
  return levels
}

const isHeading = ({ tagName }: Element): boolean => /^h[1-6]$/.test(tagName)

/** Search engines show about this many characters. */
const MAX_EXCERPT_LENGTH = 160

/** The first paragraph or list item with enough text, truncated between words; undefined if there is none. */
export function excerptOf(root: Root): string | undefined {
  let excerpt: string | undefined
  visit(root, 'element', (node) => {
    if (node.tagName !== 'p' && node.tagName !== 'li') return
    const line = textIn(node).replace(/\s+/g, ' ').trim()
    if (line.length < 20) return
    excerpt =
      line.length <= MAX_EXCERPT_LENGTH
        ? line
        : `${cutText(line, MAX_EXCERPT_LENGTH - 1).replace(/\s+\S*$/, '')}…`
    return EXIT
  })
  return excerpt
}
