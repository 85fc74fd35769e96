import { type DOMOutputSpec, type MarkSpec, type Node, type NodeSpec, Schema } from 'prosemirror-model'
import { addressIn } from '#markup/document/references.ts'
import { dataIn } from '#markup/visual/nodes.ts'
import { type LinkContext, resolveImage } from '../../../components/page-text/page-links.ts'

const data = { default: {} }
const container = (content: string, dom: DOMOutputSpec, more: NodeSpec = {}): NodeSpec => ({
  group: 'block',
  content,
  attrs: { data },
  defining: true,
  toDOM: () => dom,
  ...more,
})
/** A part of a container, such as a tab: it is never a block on its own. */
const part = (dom: DOMOutputSpec): NodeSpec => container('block+', dom, { group: '', isolating: true })

/** Headings render at levels 2 to 4, because level 1 is the page title. */
const headingTag = (level: number): string => `h${Math.min(4, Math.max(2, level))}`

const textAlign = (node: Node): Record<string, string> =>
  typeof node.attrs.data.align === 'string' ? { class: `align-${node.attrs.data.align}` } : {}

const cell = (tag: string): NodeSpec => ({
  content: 'inline*',
  attrs: {
    align: { default: null },
    colspan: { default: 1 },
    rowspan: { default: 1 },
    colwidth: { default: null },
  },
  isolating: true,
  tableRole: tag === 'th' ? 'header_cell' : 'cell',
  toDOM: (node) => [tag, node.attrs.align ? { class: `align-${node.attrs.align}` } : {}, 0],
})

const nodes = {
  doc: { content: 'block+' },
  paragraph: {
    group: 'block',
    content: 'inline*',
    attrs: { data },
    parseDOM: [{ tag: 'p' }, { tag: 'div', priority: 10 }],
    toDOM: (node) => ['p', textAlign(node), 0],
  },
  heading: {
    group: 'block',
    content: 'inline*',
    attrs: { level: { default: 2 }, data },
    defining: true,
    toDOM: (node) => [headingTag(node.attrs.level), 0],
  },
  text: { group: 'inline' },
  hardBreak: {
    group: 'inline',
    inline: true,
    selectable: false,
    linebreakReplacement: true,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
  /** An inline that is shown as a whole: a mention, a formula, an icon, an image in the line, raw HTML. */
  inlineNode: {
    group: 'inline',
    inline: true,
    atom: true,
    attrs: { kind: {}, data },
    toDOM: (node) => ['span', { class: 'visual-inline' }, inlineLabel(node)],
  },
  /** An emoji that is written as its name between colons. */
  shortcode: {
    group: 'inline',
    inline: true,
    atom: true,
    selectable: false,
    attrs: { name: {}, emoji: {} },
    leafText: ({ attrs }) => `:${attrs.name}:`,
    toDOM: ({ attrs }) => ['span', { class: 'visual-emoji', title: `:${attrs.name}:` }, attrs.emoji],
  },
  blockquote: container('block+', ['blockquote', 0]),
  bulletList: {
    group: 'block',
    content: 'listItem+',
    attrs: { loose: { default: false } },
    toDOM: () => ['ul', 0],
  },
  orderedList: {
    group: 'block',
    content: 'listItem+',
    attrs: { loose: { default: false }, start: { default: 1 } },
    toDOM: (node) => ['ol', node.attrs.start === 1 ? {} : { start: node.attrs.start }, 0],
  },
  listItem: {
    content: 'block+',
    attrs: { checked: { default: null } },
    defining: true,
    toDOM: () => ['li', 0],
  },
  divider: { group: 'block', toDOM: () => ['hr'] },
  codeBlock: {
    group: 'block',
    content: 'text*',
    marks: '',
    code: true,
    defining: true,
    attrs: { data, highlighted: { default: [] } },
    toDOM: () => ['pre', ['code', 0]],
  },
  image: {
    group: 'block',
    atom: true,
    draggable: true,
    attrs: { data, image: {}, caption: { default: '' } },
    toDOM: (node) => ['figure', ['img', { alt: textOf(node.attrs.image, 'alt') }]],
  },
  table: {
    group: 'block',
    content: 'tableRow+',
    tableRole: 'table',
    isolating: true,
    attrs: { data },
    toDOM: () => ['div', { class: 'wide-table' }, ['table', ['tbody', 0]]],
  },
  tableRow: { content: '(tableCell | tableHeader)+', tableRole: 'row', toDOM: () => ['tr', 0] },
  tableHeader: cell('th'),
  tableCell: cell('td'),
  hint: container('block+', ['div', { class: 'hint' }, ['div', 0]]),
  tabs: container('tab+', ['div', { class: 'variants' }, 0]),
  tab: part(['div', { class: 'variant is-open' }, 0]),
  stepper: container('step+', ['ol', { class: 'steps' }, 0]),
  step: part(['li', 0]),
  columns: container('column+', ['div', { class: 'columns' }, 0]),
  column: part(['div', 0]),
  updates: container('update+', ['div', { class: 'updates' }, 0]),
  update: part(['section', { class: 'update' }, 0]),
  prompt: container('block+', ['div', { class: 'prompt' }, 0]),
  condition: container('block+', ['div', 0]),
  expandable: container('expandableTitle block+', ['div', { class: 'expand' }, 0], { isolating: true }),
  expandableTitle: {
    content: 'inline*',
    defining: true,
    toDOM: () => ['p', { class: 'visual-summary' }, 0],
  },
  cards: container('card+', ['div', { class: 'cards' }, 0], {
    isolating: true,
    attrs: {
      opening: { default: '' },
      closing: { default: '' },
      columns: { default: [] },
      view: { default: 'cards' },
    },
  }),
  card: {
    content: '(cardCell | valueCell)+',
    attrs: { between: { default: [] }, cells: { default: [] } },
    isolating: true,
    selectable: false,
    toDOM: () => ['div', { class: 'card' }, 0],
  },
  /** A column of text. A row of a table of cards has one for each. */
  cardCell: {
    content: '(paragraph | cardHeading | bulletList | orderedList)+',
    isolating: true,
    selectable: false,
    toDOM: () => ['div', 0],
  },
  /** A cell of a column with a type, as the HTML that its control reads and writes. */
  valueCell: {
    atom: true,
    selectable: false,
    attrs: { html: { default: '' } },
    toDOM: () => ['div'],
  },
  /** Not part of the outline of the page, so its text is strong instead. */
  cardHeading: {
    content: 'inline*',
    attrs: { level: { default: 4 } },
    defining: true,
    toDOM: () => ['p', { class: 'visual-card-heading' }, 0],
  },
  /** A block that the visual editor cannot take apart: shown as readers see it, and edited as source. */
  source: {
    group: 'block',
    atom: true,
    draggable: true,
    attrs: { markdown: { default: '' } },
    toDOM: (node) => ['pre', node.attrs.markdown],
  },
} satisfies Record<string, NodeSpec>

const mark = (tag: string, parse: readonly string[] = [tag]): MarkSpec => ({
  parseDOM: parse.map((name) => ({ tag: name })),
  toDOM: () => [tag, 0],
})

const marks = {
  link: {
    attrs: { data },
    inclusive: false,
    toDOM: ({ attrs }) => ['a', { href: addressIn(attrs.data), rel: 'noreferrer' }, 0],
  },
  color: { attrs: { data }, toDOM: ({ attrs }) => ['span', { class: colorClass(dataIn(attrs.data)) }, 0] },
  bold: mark('strong', ['strong', 'b']),
  italic: mark('em', ['em', 'i']),
  strikethrough: mark('s', ['s', 'del']),
  superscript: mark('sup'),
  subscript: mark('sub'),
  keyboard: mark('kbd'),
  code: { ...mark('code'), code: true },
} satisfies Record<string, MarkSpec>

export type MarkName = keyof typeof marks

export const schema = new Schema({ nodes, marks })

const colorClass = ({ text, background }: Readonly<Record<string, unknown>>): string =>
  [
    ...(typeof text === 'string' && text !== 'default' ? [`ink-${text.replace('$', '')}`] : []),
    ...(typeof background === 'string' && background !== 'default'
      ? [`ground-${background.replace('$', '')}`]
      : []),
  ].join(' ')

export const textOf = (value: unknown, name: string): string => {
  const found = dataIn(value)[name]
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}

/** What is shown for an inline without text of its own. */
export function inlineLabel({ attrs }: Node): string {
  const { kind, data: of } = attrs
  const names = ['label', 'formula', 'expression', 'icon', 'alt', 'html']
  const text = names.map((name) => textOf(of, name)).find((one) => one !== '')
  if (kind === 'mention') return text ?? `@${addressIn(of).replace(/^\/\w+\//, '')}`
  return text ?? (kind === 'inline-image' ? 'Image' : String(kind))
}

/** The address of an image as the dashboard serves it; undefined if it is none. */
export const imageAddress = (image: unknown, place: LinkContext): string | undefined =>
  resolveImage(addressIn(dataIn(image)), place)?.src
