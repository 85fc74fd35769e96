import type { Heading, Nodes, Root } from 'mdast'
import { expandablesOf } from './expandables.ts'
import { headingsOf } from './headings.ts'
import { labelTextOf, plainTextOf } from './text.ts'
import { type PageUpdate, updatesOf } from './updates.ts'

export interface Section {
  /** `''` for the text before the first heading. */
  anchor: string
  title: string
  /** 0 before the first heading, else 1 to 6. */
  level: number
  text: string
}

/**
 * Splits a page at its headings and updates, including those inside of blocks, for search. The first section always
 * exists, even without text. Expandables follow as sections without text, so that their titles and anchors are known.
 * Anchors are the same as on the page. Content under an unmet condition is omitted with its headings.
 */
export function sectionsOf(root: Root, isShown: (expression: string) => boolean = () => true): Section[] {
  const headings = new Map(headingsOf(root).map((heading) => [heading.node, heading]))
  const updates = new Map(updatesOf(root).map((update) => [update.node, update]))
  const taken = new Set([...headings.values(), ...updates.values()].map(({ anchor }) => anchor))
  const expandables = expandablesOf(root, taken)
  const anchorsOnly: Section[] = []
  const sections: Section[] = [{ anchor: '', title: '', level: 0, text: '' }]
  const texts: string[][] = [[]]
  const begin = (node: Heading) => {
    const heading = headings.get(node)
    sections.push({ anchor: heading?.anchor ?? '', title: heading?.text ?? '', level: node.depth, text: '' })
    texts.push([])
  }
  const beginUpdate = ({ anchor, date, node: { attributes } }: PageUpdate) => {
    const title = [date, attributes.title].filter(Boolean).join(' ')
    sections.push({ anchor, title, level: 2, text: '' })
    texts.push([])
  }
  const read = (node: Nodes): void => {
    if (isHidden(node, isShown)) return
    for (const { anchor, title } of node.type === 'html' ? (expandables.get(node) ?? []) : [])
      anchorsOnly.push({ anchor, title, level: 6, text: '' })
    const update = node.type === 'blockTag' ? updates.get(node) : undefined
    if (update) beginUpdate(update)
    if (node.type === 'heading') begin(node)
    else if (!mayContainHeadings(node)) texts.at(-1)?.push(plainTextOf(node))
    else {
      if (node.type === 'blockTag' && !update) texts.at(-1)?.push(labelTextOf(node))
      for (const child of node.children) read(child)
    }
  }
  read(root)
  return [
    ...sections.map((section, index) => ({ ...section, text: joinParts(texts[index] ?? []) })),
    ...anchorsOnly,
  ]
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
