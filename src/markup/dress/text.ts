import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { filled } from '../labels.ts'
import { anchorOf } from '../slug.ts'
import { formulaBlock } from './code.ts'
import {
  type Dress,
  type Dresser,
  encoded,
  hasClass,
  isBlank,
  isElement,
  type ResolvedImage,
  said,
  withoutBlanks,
  wordsIn,
} from './dresser.ts'

/** Headings of Markdown come with the anchor they have in the outline. */
export const heading: Dress = (node, dresser) => {
  const children = dresser.all(node.children.filter((child) => !isHook(child)))
  return drawnHeading(Number(node.properties.level), said(node, 'anchor'), children, dresser)
}

/** Headings of raw HTML. */
export const htmlHeading: Dress = (node, dresser) => {
  const level = Number(node.tagName.slice(1))
  const wanted = said(node, 'id') || anchorOf(wordsIn(node))
  let anchor = wanted
  for (let count = 1; dresser.anchors.has(anchor); count++) anchor = `${wanted}-${count}`
  return drawnHeading(level, anchor, dresser.all(node.children), dresser)
}

function drawnHeading(level: number, anchor: string, children: ElementContent[], dresser: Dresser) {
  const name = `h${Math.min(4, Math.max(2, level + dresser.headingOffset))}`
  const id = dresser.headingIds ? dresser.claimAnchor(anchor) : undefined
  const title = wordsIn(h('span', children))
  if (dresser.isTopLevel) dresser.heading = title
  if (title === '' && withoutBlanks(children).length === 0) return []
  if (!id || !dresser.isTopLevel) return [h(name, { id }, children)]
  const label = filled(dresser.labels.linkToHeading, title)
  return [
    h(name, { id }, [...children, h('a', { className: ['anchor'], href: `#${id}`, ariaLabel: label }, '#')]),
  ]
}

/** An empty `a` that only carries an id. */
const isHook = (node: ElementContent) =>
  isElement(node, 'a') && Boolean(node.properties.id ?? node.properties.name) && node.children.every(isBlank)

export const link: Dress = (node, dresser) => {
  const children = dresser.all(node.children)
  const id = dresser.claim(said(node, 'id') || said(node, 'name'))
  const url = encoded(said(node, 'href'))
  if (url === '') return id ? [h('span', { id }, children)] : children
  const isMention = node.properties.dataMention !== undefined || said(node, 'title') === 'mention'
  const found = url.startsWith('#') ? { href: fragment(url, dresser) } : resolved(url, dresser)
  if (!found) return children
  if (found.broken)
    return [h('span', { className: ['broken-link'], title: dresser.labels.linkBroken }, children)]
  const isButton = hasClass(node, 'button')
  const properties = {
    id,
    href: encoded(found.href),
    className: isButton ? ['button', ...(hasClass(node, 'primary') ? ['primary'] : [])] : undefined,
    rel: found.external ? ['noopener'] : undefined,
    target: found.external && dresser.opensOutside ? '_blank' : undefined,
    title: isMention ? undefined : said(node, 'title') || undefined,
  }
  return [h('a', properties, isMention && found.title ? found.title : children)]
}

function resolved(url: string, { resolveLink }: Dresser) {
  return resolveLink ? resolveLink(url, { kind: 'link' }) : { href: url, external: /^https?:/i.test(url) }
}

/** Other tools derive anchors in other ways, so one that does not exist is tried in ours. */
function fragment(url: string, { anchors, idPrefix }: Dresser): string {
  const wanted = decoded(url.slice(1))
  if (anchors.has(wanted)) return `#${idPrefix}${wanted}`
  const ours = anchorOf(wanted)
  return anchors.has(ours) ? `#${idPrefix}${ours}` : `#${idPrefix}${url.slice(1)}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const safeData = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/=]+$/i

export const image: Dress = (node, dresser) => {
  const url = encoded(said(node, 'src'))
  const alt = said(node, 'alt')
  const found = /^data:/i.test(url) ? dataImage(url) : url && resolvedImage(url, dresser)
  if (!found) {
    return alt ? [h('span', { className: ['image-missing'], title: dresser.labels.imageMissing }, alt)] : []
  }
  const { width, height } = sizeOf(node, found)
  const loading = dresser.next('image') === 1 ? undefined : 'lazy'
  return [h('img', { src: encoded(found.src), alt, width, height, loading, decoding: 'async' })]
}

const dataImage = (src: string): ResolvedImage | null => (safeData.test(src) ? { src } : null)

function resolvedImage(url: string, { resolveImage }: Dresser): ResolvedImage | null {
  return resolveImage ? resolveImage(url) : { src: url }
}

/** A width that is asked for scales the height with it. */
function sizeOf(node: Element, found: ResolvedImage) {
  const wanted = pixels(said(node, 'width'))
  const { width, height } = found
  if (wanted && width && height) return { width: wanted, height: Math.round((height * wanted) / width) }
  if (wanted) return { width: wanted, height: pixels(said(node, 'height')) }
  return { width, height }
}

function pixels(value: string): number | undefined {
  const number = /^(\d{1,5})(?:px)?$/.exec(value)?.[1]
  return number ? Number(number) : undefined
}

/** A paragraph of one picture is a figure, one of buttons a row of them, one of a formula a line of its own. */
export const paragraph: Dress = (node, dresser) => {
  const written = withoutBlanks(node.children)
  const [original] = written
  if (written.length === 1 && isElement(original, 'Formula')) {
    return [formulaBlock(original, dresser)]
  }
  const children = dresser.all(node.children)
  const inked = withoutBlanks(children)
  const [first] = inked
  if (inked.length === 0) return []
  if (inked.every((child) => isElement(child, 'a') && hasClass(child, 'button'))) {
    return [h('div', { className: ['buttons'] }, inked)]
  }
  if (inked.length > 1 || !first) return [h('p', { id: dresser.claim(said(node, 'id')) }, children)]
  if (holdsImage(first)) {
    const caption = isElement(original, 'img') ? said(original, 'title') : ''
    return [h('figure', [first, ...(caption ? [h('figcaption', caption)] : [])])]
  }
  return [h('p', { id: dresser.claim(said(node, 'id')) }, children)]
}

function holdsImage(node: ElementContent): boolean {
  if (isElement(node, 'img')) return true
  return (
    isElement(node, 'a') &&
    node.children.length === 1 &&
    node.children.every((child) => isElement(child, 'img'))
  )
}

export const figure: Dress = (node, dresser) => {
  const [captions, rest] = [
    node.children.filter(isCaption),
    node.children.filter((child) => !isCaption(child)),
  ]
  const caption = captions.flatMap((child) =>
    isElement(child) ? unwrapped(dresser.all(child.children)) : [],
  )
  const children = withoutBlanks(dresser.all(rest)).flatMap((child) =>
    isElement(child, 'figure') ? child.children : [child],
  )
  if (children.length === 0) return []
  return [
    h('figure', [...children, ...(withoutBlanks(caption).length > 0 ? [h('figcaption', caption)] : [])]),
  ]
}

const isCaption = (node: ElementContent) => isElement(node, 'figcaption')

function unwrapped(nodes: ElementContent[]): ElementContent[] {
  const inked = withoutBlanks(nodes)
  const [only] = inked
  return inked.length === 1 && isElement(only, 'p') ? only.children : nodes
}

/** Only the colour of the ground is a mark; a colour of the letters is not. */
export const mark: Dress = (node, dresser) => {
  const color = said(node, 'dataColor')
  const name = color.startsWith('ink-') ? 'span' : 'mark'
  return [h(name, { className: color ? [color] : undefined }, dresser.all(node.children))]
}

/** Icons of a font that is not here would only show their names. */
export const italic: Dress = (node, dresser) => {
  return said(node, 'className').includes('fa-') ? [] : [h('i', dresser.all(node.children))]
}

export const list: Dress = (node, dresser) => {
  const items = node.children.filter((child) => isElement(child, 'li'))
  const isTasks =
    items.length > 0 && items.every((item) => isElement(item) && hasClass(item, 'task-list-item'))
  if (isTasks) {
    const drawn = items.flatMap((item) => (isElement(item) ? [task(item, dresser)] : []))
    return [h(node.tagName, { className: ['tasks'], role: 'list' }, drawn)]
  }
  const { start, reversed } = node.properties
  return [h(node.tagName, { start, reversed }, dresser.inside(node.children))]
}

/** A list of tasks with other items in it keeps its boxes; there is no other use for a field in a text. */
export const checkbox: Dress = (node) => {
  if (said(node, 'type') !== 'checkbox') return []
  return [h('input', { type: 'checkbox', checked: Boolean(node.properties.checked), disabled: true })]
}

function task(item: Element, dresser: Dresser): Element {
  const isDone = isChecked(item)
  const { done, toDo } = dresser.labels
  const content = dresser.inside(withoutBox(item.children))
  const name = content.some((child) => isElement(child, 'p', 'ul', 'ol', 'div', 'figure', 'details'))
    ? 'div'
    : 'span'
  const word = h('span', { className: ['vh'] }, isDone ? done : toDo)
  return h('li', { className: isDone ? ['done'] : undefined }, h(name, [word, ...content]))
}

function isChecked(item: Element): boolean {
  return item.children.some((child) => {
    if (isElement(child, 'input')) return Boolean(child.properties.checked)
    return isElement(child, 'p') && isChecked(child)
  })
}

function withoutBox(nodes: ElementContent[]): ElementContent[] {
  return nodes.flatMap((node) => {
    if (isElement(node, 'input')) return []
    if (node.type === 'text' && node === nodes[1]) return [{ ...node, value: node.value.trimStart() }]
    return isElement(node, 'p') ? [{ ...node, children: withoutBox(node.children) }] : [node]
  })
}
