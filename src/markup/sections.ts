import type { Heading, Nodes, Root } from 'mdast'
import { headingsOf } from './headings.ts'
import { plainTextOf } from './text.ts'

export interface Section {
  /** `''` for the text before the first heading. */
  anchor: string
  title: string
  /** 0 before the first heading, else 1 to 6. */
  level: number
  text: string
}

/**
 * Splits a page at its headings, including those inside of blocks, for search. The first section always exists, even
 * without text. Anchors are the same as in the outline. Content under an unmet condition is omitted with its headings.
 */
export function sectionsOf(root: Root, isShown: (expression: string) => boolean = () => true): Section[] {
  const headings = new Map(headingsOf(root).map((heading) => [heading.node, heading]))
  const sections: Section[] = [{ anchor: '', title: '', level: 0, text: '' }]
  const texts: string[][] = [[]]
  const begin = (node: Heading) => {
    const heading = headings.get(node)
    sections.push({ anchor: heading?.anchor ?? '', title: heading?.text ?? '', level: node.depth, text: '' })
    texts.push([])
  }
  const read = (node: Nodes): void => {
    if (isHidden(node, isShown)) return
    if (node.type === 'heading') begin(node)
    else if (!mayContainHeadings(node)) texts.at(-1)?.push(plainTextOf(node))
    else {
      if (node.type === 'blockTag') texts.at(-1)?.push(node.attributes.title ?? '')
      for (const child of node.children) read(child)
    }
  }
  read(root)
  return sections.map((section, index) => ({ ...section, text: joinParts(texts[index] ?? []) }))
}

const isHidden = (node: Nodes, isShown: (expression: string) => boolean): boolean =>
  node.type === 'blockTag' && node.name === 'if' && !isShown(node.attributes.expression ?? '')

function mayContainHeadings(node: Nodes) {
  const { type } = node
  return (
    type === 'root' ||
    type === 'blockTag' ||
    type === 'blockquote' ||
    type === 'list' ||
    type === 'listItem' ||
    type === 'footnoteDefinition'
  )
}

const joinParts = (parts: string[]) => parts.filter((part) => part.trim() !== '').join('\n')
