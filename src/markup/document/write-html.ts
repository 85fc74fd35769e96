import type { DocumentLeaf, DocumentNode } from '#contract/documents.ts'
import { inFragment, word } from './make.ts'
import { emojiText, type Mark } from './marks.ts'
import { addressIn } from './references.ts'
import type { Table } from './table.ts'

/** Inlines as HTML, for a place where nobody looks for Markdown. */
export const htmlOf = (nodes: readonly DocumentNode[]): string => written(nodes, escaped)

/** Inlines as HTML in which no sign means anything to Markdown either. */
export const htmlInText = (nodes: readonly DocumentNode[]): string => written(nodes, encoded)

type Escape = (text: string) => string

const written = (nodes: readonly DocumentNode[], escape: Escape): string =>
  nodes.map((node) => htmlOfInline(node, escape)).join('')

function htmlOfInline(node: DocumentNode, escape: Escape): string {
  if (node.object === 'text') return (node.leaves ?? []).map((leaf) => htmlOfLeaf(leaf, escape)).join('')
  const { data = {} } = node
  switch (node.type) {
    case 'link':
      return element(
        'a',
        { href: addressIn(data), title: word(node, 'title') },
        written(node.nodes ?? [], escape),
        ['href'],
      )
    case 'mention':
      return element('a', { href: addressIn(data), title: 'mention' }, escape(word(node, 'label')))
    case 'emoji':
      return emojiText(word(node, 'code')) ?? ''
    case 'icon':
      return iconHtml(node)
    case 'expression':
      return element('code', { class: 'expression' }, escape(word(node, 'expression')))
    case 'inline-math':
      if (escape === encoded) return `$$${word(node, 'formula')}$$`
      return element('code', { class: 'math' }, escape(word(node, 'formula')))
    case 'inline-image':
      return imageHtml(node)
    case 'button':
      return buttonHtml(node)
    case 'footnote-ref':
      return `[^${word(node, 'label')}]`
    default:
      return word(node, 'html')
  }
}

export const iconHtml = (node: DocumentNode): string =>
  `<i class="fa-${word(node, 'icon')}">:${word(node, 'icon')}:</i>`

export function buttonHtml(node: DocumentNode): string {
  const attributes = {
    href: addressIn(node.data),
    class: `button ${word(node, 'kind')}`,
    'data-icon': word(node, 'icon'),
  }
  return element('a', attributes, encoded(word(node, 'label')), ['href'])
}

export function imageHtml(node: DocumentNode): string {
  const attributes = {
    src: addressIn(node.data),
    alt: word(node, 'alt'),
    title: word(node, 'caption'),
    width: word(node, 'width'),
    height: word(node, 'height'),
    'data-size': word(node, 'size'),
    'data-dark-src': addressIn(node.data, 'refDark'),
  }
  return `<img${attributesOf(attributes, ['src', 'alt'])}>`
}

function htmlOfLeaf({ text, marks }: DocumentLeaf, escape: Escape): string {
  const words = text.split('\n').map(escape).join('<br>')
  return marks.reduceRight((inside, mark) => `${openOf(mark)}${inside}${closeOf(mark)}`, words)
}

const tagOf: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 'del',
  superscript: 'sup',
  subscript: 'sub',
  keyboard: 'kbd',
  code: 'code',
  color: 'mark',
}

/** The tag that begins what a mark is put on. */
export function openOf({ type, data }: Mark): string {
  if (type !== 'color') return `<${tagOf[type]}>`
  const [text, ground] = [data?.text, data?.background]
  const styles = [
    ...(typeof text === 'string' && text !== 'default' ? [`color:${text};`] : []),
    ...(typeof ground === 'string' && ground !== 'default' ? [`background-color:${ground};`] : []),
  ]
  return `<mark style="${styles.join('')}">`
}

export const closeOf = ({ type }: Mark): string => `</${tagOf[type]}>`

const escaped = (text: string): string =>
  text.replace(/[&<>{}]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`)

/** Signs that mean something are written by their number; so is space that would be taken for layout. */
const encoded = (text: string): string => text.split(addresses).map(numbered).join('<!-- -->')

/** Where an address in running text would be seen as a link, although it is none. */
const addresses = /(?<=https?:)(?=\/\/)|(?<=www)(?=\.)|(?=@)/i

const numbered = (text: string): string =>
  text
    .replace(/[!-/:-@[-`{-~]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`)
    .replace(/^ | $| (?= )/g, '&#x20;')
    .replace(/\t/g, '&#x9;')

const quoted = (value: string): string =>
  value.replace(/["&<>\n\r`*_[\]{}$|\\~!:@]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`)

function attributesOf(attributes: Readonly<Record<string, string>>, always: readonly string[] = []): string {
  return Object.entries(attributes)
    .filter(([name, value]) => value !== '' || always.includes(name))
    .map(([name, value]) => ` ${name}="${quoted(value)}"`)
    .join('')
}

const element = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  inside: string,
  always: readonly string[] = [],
) => `<${name}${attributesOf(attributes, always)}>${inside}</${name}>`

/** Pictures that are more than one of Markdown's. */
export function imagesHtml({ data = {}, nodes = [] }: DocumentNode): string {
  const align = { start: 'left', center: 'center', end: 'right' }[String(data.align)] ?? ''
  const figures = nodes.map(figureHtml).join(' ')
  const said = attributesOf({ align })
  const flags = `${data.fullWidth === true ? ' data-full-width' : ''}${data.withFrame === true ? ' data-with-frame' : ''}`
  return said === '' && flags === '' && nodes.length === 1 ? figures : `<div${said}${flags}>${figures}</div>`
}

function figureHtml(node: DocumentNode): string {
  const dark = addressIn(node.data, 'refDark')
  const attributes = {
    src: addressIn(node.data),
    alt: word(node, 'alt'),
    width: word(node, 'width'),
    height: word(node, 'height'),
  }
  const image = `<img${attributesOf(attributes, ['src', 'alt'])}>`
  const source = `<source${attributesOf({ srcset: dark, media: '(prefers-color-scheme: dark)' })}>`
  const picture = dark === '' ? image : `<picture>${source}${image}</picture>`
  const caption = inFragment(node, 'caption')
  const words = caption.length === 0 ? '' : `<p>${htmlOf(caption)}</p>`
  return `<figure>${picture}<figcaption>${words}</figcaption></figure>`
}

/** A table that Markdown has no signs for. */
export function tableHtml({ view, cardSize, hideHeader, fullWidth, columns, rows }: Table): string {
  const flags = `${hideHeader ? ' data-header-hidden' : ''}${fullWidth ? ' data-full-width' : ''}`
  const said = attributesOf({ 'data-view': view === 'cards' ? view : '', 'data-card-size': cardSize ?? '' })
  const head = columns.map((column) => {
    const roles = `${column.hidden ? ' data-hidden' : ''}${column.isTarget ? ' data-card-target' : ''}${column.isCover ? ' data-card-cover' : ''}`
    const kind = attributesOf({
      'data-type': column.type === 'text' ? '' : column.type,
      align: column.align ?? '',
    })
    return `<th${roles}${kind}>${htmlOf(column.title)}</th>`
  })
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${htmlOf(cell)}</td>`).join('')}</tr>`)
  return `<table${said}${flags}><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`
}
