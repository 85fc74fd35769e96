import type { DocumentLeaf, DocumentNode } from '#contract/documents.ts'
import { emojiText, type Mark } from './marks.ts'
import { dataText, fragmentNodes } from './nodes.ts'
import { addressIn } from './references.ts'
import type { Table } from './table.ts'

/** Inlines as HTML, where Markdown is not parsed. */
export const htmlOf = (nodes: readonly DocumentNode[]): string => writeInlines(nodes, escapeHtml)

/** Inlines as HTML in which Markdown syntax is escaped, too. */
export const htmlInText = (nodes: readonly DocumentNode[]): string => writeInlines(nodes, encodeForMarkdown)

type Escape = (text: string) => string

const writeInlines = (nodes: readonly DocumentNode[], escape: Escape): string =>
  nodes.map((node) => htmlOfInline(node, escape)).join('')

function htmlOfInline(node: DocumentNode, escape: Escape): string {
  if (node.object === 'text') return (node.leaves ?? []).map((leaf) => htmlOfLeaf(leaf, escape)).join('')
  const { data = {} } = node
  switch (node.type) {
    case 'link':
      return element(
        'a',
        { href: addressIn(data), title: dataText(node, 'title') },
        writeInlines(node.nodes ?? [], escape),
        ['href'],
      )
    case 'mention':
      return element('a', { href: addressIn(data), title: 'mention' }, escape(dataText(node, 'label')))
    case 'emoji':
      return emojiText(dataText(node, 'code')) ?? ''
    case 'icon':
      return iconHtml(node)
    case 'expression':
      return element('code', { class: 'expression' }, escape(dataText(node, 'expression')))
    case 'inline-math':
      if (escape === encodeForMarkdown) return `$$${dataText(node, 'formula')}$$`
      return element('code', { class: 'math' }, escape(dataText(node, 'formula')))
    case 'inline-image':
      return imageHtml(node)
    case 'button':
      return buttonHtml(node)
    case 'footnote-ref':
      return `[^${dataText(node, 'label')}]`
    default:
      return dataText(node, 'html')
  }
}

export const iconHtml = (node: DocumentNode): string =>
  `<i class="fa-${dataText(node, 'icon')}">:${dataText(node, 'icon')}:</i>`

export function buttonHtml(node: DocumentNode): string {
  const attributes = {
    href: addressIn(node.data),
    class: `button ${dataText(node, 'kind')}`,
    'data-icon': dataText(node, 'icon'),
  }
  return element('a', attributes, encodeForMarkdown(dataText(node, 'label')), ['href'])
}

export function imageHtml(node: DocumentNode): string {
  const attributes = {
    src: addressIn(node.data),
    alt: dataText(node, 'alt'),
    title: dataText(node, 'caption'),
    width: dataText(node, 'width'),
    height: dataText(node, 'height'),
    'data-size': dataText(node, 'size'),
    'data-dark-src': addressIn(node.data, 'refDark'),
  }
  return `<img${attributesOf(attributes, ['src', 'alt'])}>`
}

function htmlOfLeaf({ text, marks }: DocumentLeaf, escape: Escape): string {
  const html = text.split('\n').map(escape).join('<br>')
  return marks.reduceRight((inside, mark) => `${openOf(mark)}${inside}${closeOf(mark)}`, html)
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

/** The opening tag of a mark. */
export function openOf({ type, data }: Mark): string {
  if (type !== 'color') return `<${tagOf[type]}>`
  const [text, background] = [data?.text, data?.background]
  const styles = [
    ...(typeof text === 'string' && text !== 'default' ? [`color:${text};`] : []),
    ...(typeof background === 'string' && background !== 'default'
      ? [`background-color:${background};`]
      : []),
  ]
  return `<mark style="${styles.join('')}">`
}

export const closeOf = ({ type }: Mark): string => `</${tagOf[type]}>`

const escapeHtml = (text: string): string =>
  text.replace(/[&<>{}]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`)

/** Writes special characters as character references, and space that would be collapsed. */
const encodeForMarkdown = (text: string): string => text.split(addresses).map(encodeSigns).join('<!-- -->')

/** Positions at which text would be parsed as a URL, although it is not a link. */
const addresses = /(?<=https?:)(?=\/\/)|(?<=www)(?=\.)|(?=@)/i

const encodeSigns = (text: string): string =>
  text
    .replace(/[!-/:-@[-`{-~]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`)
    .replace(/^ | $| (?= )/g, '&#x20;')
    .replace(/\t/g, '&#x9;')

const escapeAttribute = (value: string): string =>
  value.replace(/["&<>\n\r`*_[\]{}$|\\~!:@]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`)

function attributesOf(attributes: Readonly<Record<string, string>>, always: readonly string[] = []): string {
  return Object.entries(attributes)
    .filter(([name, value]) => value !== '' || always.includes(name))
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('')
}

const element = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  inside: string,
  always: readonly string[] = [],
) => `<${name}${attributesOf(attributes, always)}>${inside}</${name}>`

/** Images that Markdown syntax cannot express. */
export function imagesHtml({ data = {}, nodes = [] }: DocumentNode): string {
  const align = { start: 'left', center: 'center', end: 'right' }[String(data.align)] ?? ''
  const figures = nodes.map(figureHtml).join(' ')
  const alignment = attributesOf({ align })
  const flags = `${data.fullWidth === true ? ' data-full-width' : ''}${data.withFrame === true ? ' data-with-frame' : ''}`
  return alignment === '' && flags === '' && nodes.length === 1
    ? figures
    : `<div${alignment}${flags}>${figures}</div>`
}

function figureHtml(node: DocumentNode): string {
  const dark = addressIn(node.data, 'refDark')
  const attributes = {
    src: addressIn(node.data),
    alt: dataText(node, 'alt'),
    width: dataText(node, 'width'),
    height: dataText(node, 'height'),
  }
  const image = `<img${attributesOf(attributes, ['src', 'alt'])}>`
  const source = `<source${attributesOf({ srcset: dark, media: '(prefers-color-scheme: dark)' })}>`
  const picture = dark === '' ? image : `<picture>${source}${image}</picture>`
  const caption = fragmentNodes(node, 'caption')
  const captionHtml = caption.length === 0 ? '' : `<p>${htmlOf(caption)}</p>`
  return `<figure>${picture}<figcaption>${captionHtml}</figcaption></figure>`
}

/** A table that Markdown syntax cannot express. */
export function tableHtml({ view, cardSize, hideHeader, fullWidth, columns, rows }: Table): string {
  const flags = `${hideHeader ? ' data-header-hidden' : ''}${fullWidth ? ' data-full-width' : ''}`
  const attributes = attributesOf({
    'data-view': view === 'cards' ? view : '',
    'data-card-size': cardSize ?? '',
  })
  const head = columns.map((column) => {
    const roles = `${column.hidden ? ' data-hidden' : ''}${column.isTarget ? ' data-card-target' : ''}${column.isCover ? ' data-card-cover' : ''}`
    const kind = attributesOf({
      'data-type': column.type === 'text' ? '' : column.type,
      align: column.align ?? '',
    })
    return `<th${roles}${kind}>${htmlOf(column.title)}</th>`
  })
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${htmlOf(cell)}</td>`).join('')}</tr>`)
  return `<table${attributes}${flags}><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`
}
