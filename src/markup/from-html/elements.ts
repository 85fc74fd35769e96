import type { Element, ElementContent, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { EXIT, visit } from 'unist-util-visit'

export function isElement(node: { type: string } | undefined): node is Element {
  return node?.type === 'element'
}

/** An attribute as text. */
export function said(node: Element, name: string): string {
  const value = node.properties[name]
  if (value === undefined || value === null || value === false) return ''
  return Array.isArray(value) ? value.join(' ') : String(value)
}

export function wordsIn(node: Element): string {
  return textOf(node)
    .replace(/[\s\u200B]+/g, ' ')
    .trim()
}

/** All classes, with the role, in one lower-case line. */
export function classesOf(node: Element): string {
  return `${said(node, 'className')} ${said(node, 'role')}`.toLowerCase()
}

export function element(
  tagName: string,
  properties: Element['properties'],
  children: ElementContent[],
): Element {
  return { type: 'element', tagName, properties, children }
}

/** Every element inside of a node that passes, in the order of the page. */
export function elementsIn(node: Root | Element, passes: (node: Element) => boolean): Element[] {
  const found: Element[] = []
  visit(node, 'element', (child) => {
    if (child !== node && passes(child)) found.push(child)
  })
  return found
}

export function firstIn(node: Root | Element, passes: (node: Element) => boolean): Element | undefined {
  let found: Element | undefined
  visit(node, 'element', (child) => {
    if (child === node || !passes(child)) return undefined
    found = child
    return EXIT
  })
  return found
}

/** What the head of a document says of itself. */
export function titlesOf(tree: Root): { title: string; description: string } {
  const metas = new Map<string, string>()
  let title = ''
  visit(tree, 'element', (node) => {
    if (node.tagName === 'title' && !title) title = wordsIn(node)
    if (node.tagName !== 'meta') return
    const name = (said(node, 'name') || said(node, 'property')).toLowerCase()
    if (name && !metas.has(name)) metas.set(name, said(node, 'content').trim())
  })
  // The name of the site follows the name of the page.
  const own = title.split(/\s+[|·–—-]\s+/)[0] ?? title
  const description = metas.get('description') || metas.get('og:description') || ''
  return { title: own || metas.get('og:title') || '', description }
}
