import type { Element, ElementContent, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { EXIT, visit } from 'unist-util-visit'

export function isElement(node: { type: string } | undefined): node is Element {
  return node?.type === 'element'
}

/** An attribute as text. */
export function propertyText(node: Element, name: string): string {
  const value = node.properties[name]
  if (value === undefined || value === null || value === false) return ''
  return Array.isArray(value) ? value.join(' ') : String(value)
}

export function textContent(node: Element): string {
  return textOf(node)
    .replace(/[\s\u200B]+/g, ' ')
    .trim()
}

/** All classes and the role as lower-case text. */
export function classesOf(node: Element): string {
  return `${propertyText(node, 'className')} ${propertyText(node, 'role')}`.toLowerCase()
}

export function element(
  tagName: string,
  properties: Element['properties'],
  children: ElementContent[],
): Element {
  return { type: 'element', tagName, properties, children }
}

/** Every matching element inside a node, in document order. */
export function elementsIn(node: Root | Element, matches: (node: Element) => boolean): Element[] {
  const elements: Element[] = []
  visit(node, 'element', (child) => {
    if (child !== node && matches(child)) elements.push(child)
  })
  return elements
}

export function firstIn(node: Root | Element, matches: (node: Element) => boolean): Element | undefined {
  let first: Element | undefined
  visit(node, 'element', (child) => {
    if (child === node || !matches(child)) return undefined
    first = child
    return EXIT
  })
  return first
}

/** Title and description from the head of a document. */
export function titlesOf(tree: Root): { title: string; description: string } {
  const metas = new Map<string, string>()
  let title = ''
  visit(tree, 'element', (node) => {
    if (node.tagName === 'title' && !title) title = textContent(node)
    if (node.tagName !== 'meta') return
    const name = (propertyText(node, 'name') || propertyText(node, 'property')).toLowerCase()
    if (name && !metas.has(name)) metas.set(name, propertyText(node, 'content').trim())
  })
  // The name of the site follows the name of the page.
  const own = title.split(/\s+[|·–—-]\s+/)[0] ?? title
  const description = metas.get('description') || metas.get('og:description') || ''
  return { title: own || metas.get('og:title') || '', description }
}
