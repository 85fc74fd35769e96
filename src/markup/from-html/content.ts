import type { Element, ElementContent, Root } from 'hast'
import { classesOf, elementsIn, firstIn, propertyText, textContent } from './elements.ts'

const nonContent = new Set(['nav', 'footer', 'aside', 'script', 'style', 'template', 'noscript', 'form'])

/** Elements in which documentation tools put the content of a page, the most reliable first. */
const contentSelectors: ((node: Element) => boolean)[] = [
  (node) =>
    /\b(?:theme-doc-markdown|markdown-body|sl-markdown-content|vp-doc|md-content__inner)\b/.test(
      classesOf(node),
    ),
  (node) => propertyText(node, 'itemProp') === 'articleBody',
  (node) => node.tagName === 'article',
  (node) => node.tagName === 'main' || propertyText(node, 'role') === 'main',
  (node) => /^(?:content|main|main-content|docs-content|article)$/.test(propertyText(node, 'id')),
  (node) =>
    /(?:^|\s)(?:docs?-content|page-content|post-content|entry-content|document|content)(?:\s|$)/.test(
      classesOf(node),
    ),
]

/**
 * The nodes with the content of a page. An element qualifies if it has at least half of the text outside of
 * navigation, so that the first of several teasers is not mistaken for the content.
 */
export function contentOf(tree: Root): ElementContent[] {
  const body = firstIn(tree, (node) => node.tagName === 'body')
  if (!body) return []
  const main = firstIn(body, (node) => node.tagName === 'main' || propertyText(node, 'role') === 'main')
  const whole = lengthOf(main ?? body)
  for (const isContent of contentSelectors) {
    const longest = longestOf(elementsIn(body, isContent))
    if (longest && lengthOf(longest) >= Math.max(1, whole * 0.5)) return withTitle(longest, body)
  }
  return body.children
}

/** Some themes put the title above the content instead of into it. */
function withTitle(content: Element, body: Element): ElementContent[] {
  const isTitle = (node: Element) => node.tagName === 'h1'
  if (firstIn(content, isTitle)) return content.children
  const titles = elementsIn(body, isTitle)
  const [title] = titles
  return title && titles.length === 1 ? [title, ...content.children] : content.children
}

function longestOf(nodes: Element[]): Element | undefined {
  return nodes.reduce<Element | undefined>(
    (longest, node) => (!longest || lengthOf(node) > lengthOf(longest) ? node : longest),
    undefined,
  )
}

function lengthOf(node: Element): number {
  if (!node.children.some((child) => child.type === 'element' && nonContent.has(child.tagName))) {
    return textContent(node).length
  }
  const children = node.children.filter(
    (child) => !(child.type === 'element' && nonContent.has(child.tagName)),
  )
  return textContent({ ...node, children }).length
}
