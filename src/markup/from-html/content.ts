import type { Element, ElementContent, Root } from 'hast'
import { classesOf, elementsIn, firstIn, said, wordsIn } from './elements.ts'

const inFrame = new Set(['nav', 'footer', 'aside', 'script', 'style', 'template', 'noscript', 'form'])

/** Where documentation tools put the text of a page, the most certain first. */
const places: ((node: Element) => boolean)[] = [
  (node) =>
    /\b(?:theme-doc-markdown|markdown-body|sl-markdown-content|vp-doc|md-content__inner)\b/.test(
      classesOf(node),
    ),
  (node) => said(node, 'itemProp') === 'articleBody',
  (node) => node.tagName === 'article',
  (node) => node.tagName === 'main' || said(node, 'role') === 'main',
  (node) => /^(?:content|main|main-content|docs-content|article)$/.test(said(node, 'id')),
  (node) =>
    /(?:^|\s)(?:docs?-content|page-content|post-content|entry-content|document|content)(?:\s|$)/.test(
      classesOf(node),
    ),
]

/**
 * The nodes that hold the text of a page. A place counts when it has most of the words outside the frame, so
 * that a list of teasers is not mistaken for its first one.
 */
export function contentOf(tree: Root): ElementContent[] {
  const body = firstIn(tree, (node) => node.tagName === 'body')
  if (!body) return []
  const main = firstIn(body, (node) => node.tagName === 'main' || said(node, 'role') === 'main')
  const whole = lengthOf(main ?? body)
  for (const isPlace of places) {
    const longest = longestOf(elementsIn(body, isPlace))
    if (longest && lengthOf(longest) >= Math.max(1, whole * 0.5)) return withTitle(longest, body)
  }
  return body.children
}

/** Some themes set the title above the text instead of into it. */
function withTitle(place: Element, body: Element): ElementContent[] {
  const isTitle = (node: Element) => node.tagName === 'h1'
  if (firstIn(place, isTitle)) return place.children
  const titles = elementsIn(body, isTitle)
  const [title] = titles
  return title && titles.length === 1 ? [title, ...place.children] : place.children
}

function longestOf(nodes: Element[]): Element | undefined {
  return nodes.reduce<Element | undefined>(
    (longest, node) => (!longest || lengthOf(node) > lengthOf(longest) ? node : longest),
    undefined,
  )
}

function lengthOf(node: Element): number {
  if (!node.children.some((child) => child.type === 'element' && inFrame.has(child.tagName))) {
    return wordsIn(node).length
  }
  const children = node.children.filter((child) => !(child.type === 'element' && inFrame.has(child.tagName)))
  return wordsIn({ ...node, children }).length
}
