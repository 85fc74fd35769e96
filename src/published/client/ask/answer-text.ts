import type { List, Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import type { AnswerEvent } from '../../model.ts'
import { createElement } from '../dom.ts'

export type Source = Extract<AnswerEvent, { readonly source: unknown }>['source']

/** Characters without a meaning in Markdown that mark a citation until the answer is rendered. */
const [BEFORE, AFTER] = ['\u{e000}', '\u{e001}']

export const citationMark = ({ number }: Source): string => `${BEFORE}${number}${AFTER}`

/**
 * The Markdown of an answer as elements. Its only links are citations: links, images and HTML of the answer become
 * text, because nobody has checked where they lead.
 */
export function answerElements(markdown: string, sources: ReadonlyMap<number, Source>): (Node | string)[] {
  const render = (node: Nodes): (Node | string)[] => {
    if (node.type === 'text') return withCitations(node.value, sources)
    if (!('children' in node)) return leafElements(node)
    const children = node.children.flatMap(render)
    if (node.type === 'heading') return [createElement('p', '', createElement('strong', '', ...children))]
    if (node.type === 'list') return [listElement(node, children)]
    const tag = TAGS[node.type]
    return tag === undefined ? children : [createElement(tag, '', ...children)]
  }
  return render(fromMarkdown(markdown))
}

function leafElements(node: Nodes): (Node | string)[] {
  switch (node.type) {
    case 'html':
      return [node.value]
    case 'image':
    case 'imageReference':
      return [node.alt ?? '']
    case 'inlineCode':
      return [createElement('code', '', node.value)]
    case 'code':
      return [createElement('pre', '', createElement('code', '', node.value))]
    case 'break':
      return [createElement('br', '')]
    default:
      return []
  }
}

function listElement({ ordered, start }: List, children: (Node | string)[]): HTMLElement {
  const element = createElement(ordered ? 'ol' : 'ul', '', ...children)
  if (ordered) element.setAttribute('start', String(start ?? 1))
  return element
}

const TAGS: Readonly<Partial<Record<Nodes['type'], string>>> = {
  paragraph: 'p',
  listItem: 'li',
  strong: 'strong',
  emphasis: 'em',
  blockquote: 'blockquote',
}

function withCitations(text: string, sources: ReadonlyMap<number, Source>): (Node | string)[] {
  return text.split(/(\u{e000}\d+\u{e001})/u).flatMap((part) => {
    if (!part.startsWith(BEFORE)) return part
    const source = sources.get(Number(part.slice(1, -1)))
    return source === undefined ? [] : citation(source)
  })
}

function citation({ number, title, href }: Source): HTMLElement {
  const link = createElement('a', 'answer-cite', String(number))
  Object.assign(link, { href, title, ariaLabel: `${number}: ${title}` })
  return link
}

/** The list of cited pages below an answer. */
export function sourceList(sources: ReadonlyMap<number, Source>, label: string): HTMLElement[] {
  if (sources.size === 0) return []
  const rows = [...sources.values()].map(({ title, href }) => {
    const link = createElement('a', '', title)
    link.setAttribute('href', href)
    return createElement('li', '', link)
  })
  return [createElement('h3', '', label), createElement('ol', '', ...rows)]
}
