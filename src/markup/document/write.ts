import type {
  BlockContent,
  List,
  ListItem,
  Paragraph,
  PhrasingContent,
  Root,
  RootContent,
  Table,
} from 'mdast'
import type { DocumentNode, StructuredDocument } from '#contract/documents.ts'
import type { BlockTag, BlockTagName } from '../nodes.ts'
import { highlightedLines } from './code.ts'
import { DocumentError } from './document-error.ts'
import { mdastWriter } from './mdast-writer.ts'
import { dataText, fragmentNodes } from './nodes.ts'
import { blocksWithSpans, documentOf } from './read.ts'
import { addressIn, isReference } from './references.ts'
import { plainTextOf, tableIn } from './table.ts'
import { htmlOf, imagesHtml, tableHtml } from './write-html.ts'
import { phrasingOf, type Style } from './write-inlines.ts'

/**
 * Writes a normalized document as Markdown that parses to the same document. Blocks that are also in `before` keep
 * their source text.
 * @throws {DocumentError} if Markdown cannot represent the document
 */
export function markdownOf(document: StructuredDocument, before = ''): string {
  const { nodes } = document
  const expected = nodes.map(fingerprint)
  const isFaithful = (text: string) => areEqual(documentOf(text).nodes.map(fingerprint), expected)
  const existing = existingBlocks(before)
  if (existing.size > 0) {
    const text = writeNodes(nodes, (node) => existing.get(fingerprint(node)) ?? null)
    if (isFaithful(text)) return text
  }
  const plain = writeNodes(nodes)
  if (isFaithful(plain)) return plain
  const strict = new Set(nodes.filter((node) => !isWritable(node)))
  const withHtml = writeNodes(nodes, () => null, strict)
  if (isFaithful(withHtml)) return withHtml
  const failure = nodes.findIndex((node) => !areEqual(readAgain(node, strict.has(node)), [fingerprint(node)]))
  throw new DocumentError(failure < 0 ? ['nodes'] : ['nodes', failure], 'This cannot be kept as Markdown')
}

const isWritable = (node: DocumentNode): boolean => areEqual(readAgain(node, false), [fingerprint(node)])

const readAgain = (node: DocumentNode, isStrict: boolean): string[] =>
  documentOf(writeNodes([node], () => null, new Set(isStrict ? [node] : []))).nodes.map(fingerprint)

const areEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index])

/** A node's content as text; keys are not part of it. */
export const fingerprint = (node: DocumentNode): string =>
  JSON.stringify(node, (name, value: unknown) => (name === 'key' ? undefined : sortKeys(value)))

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function existingBlocks(before: string): ReadonlyMap<string, string> {
  const blocks = new Map<string, string>()
  for (const { nodes, start, end } of before === '' ? [] : blocksWithSpans(before)) {
    const [only, ...more] = nodes
    if (only !== undefined && more.length === 0) blocks.set(fingerprint(only), before.slice(start, end))
  }
  return blocks
}

function writeNodes(
  nodes: readonly DocumentNode[],
  existingText: (node: DocumentNode) => string | null = () => null,
  strict: ReadonlySet<DocumentNode> = new Set(),
): string {
  const children = nodes.map((node): RootContent => {
    const text = existingText(node)
    return text === null
      ? blockOf(node, { isStrict: strict.has(node), writer: mdastWriter })
      : { type: 'html', value: text }
  })
  const root: Root = { type: 'root', children }
  return mdastWriter.stringify(root)
}

type Writing = { readonly isStrict: boolean; readonly writer: typeof mdastWriter }

/** Writes blocks without checking that they can be read again. */
export const writeBlocks = (nodes: readonly DocumentNode[], writing: Writing): string =>
  writing.writer.stringify({ type: 'root', children: nodes.map((node) => blockOf(node, writing)) })

function blockOf(node: DocumentNode, writing: Writing): RootContent {
  const { isStrict } = writing
  const all = (nodes: readonly DocumentNode[] = []) => nodes.map((child) => blockOf(child, writing))
  const inlines = (isOneLine = false) => phrasingOf(node.nodes ?? [], { isStrict, isOneLine })
  switch (node.type) {
    case 'paragraph':
      return paragraphOf(node, inlines())
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return headingOf(node, inlines(true))
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return listOf(node, all)
    case 'blockquote':
      return { type: 'blockquote', children: asBlocks(all(node.nodes)) }
    case 'divider':
      return { type: 'thematicBreak' }
    case 'code':
      return codeOf(node)
    case 'images':
      return imagesOf(node)
    case 'math':
      return { type: 'paragraph', children: [{ type: 'formula', value: dataText(node, 'formula') }] }
    case 'table':
      return tableOf(node, { isStrict, isOneLine: true })
    case 'expandable':
      return expandableOf(node, all, writing)
    case 'footnote': {
      const label = dataText(node, 'label')
      return { type: 'footnoteDefinition', identifier: label, label, children: asBlocks(all(node.nodes)) }
    }
    case 'html':
    case 'markdown':
      return { type: 'html', value: dataText(node, node.type) }
    default:
      return tagOf(node, all)
  }
}

type All = (nodes?: readonly DocumentNode[]) => RootContent[]

const asBlocks = (nodes: RootContent[]): BlockContent[] => nodes as BlockContent[]

function paragraphOf({ data, nodes = [] }: DocumentNode, children: PhrasingContent[]): RootContent {
  const align = { center: 'center', end: 'right' }[String(data?.align)]
  if (align === undefined) return { type: 'paragraph', children }
  return { type: 'html', value: `<p align="${align}">${htmlOf(nodes)}</p>` }
}

function headingOf(node: DocumentNode, children: PhrasingContent[]): RootContent {
  const level = Number(node.data?.level ?? Number(node.type?.at(-1)) + 1)
  const id = dataText(node, 'id')
  const anchor: PhrasingContent[] =
    id === ''
      ? []
      : [
          { type: 'text', value: ' ' },
          { type: 'html', value: `<a href="#${id}" id="${id}">` },
          { type: 'html', value: '</a>' },
        ]
  const depth = ([1, 2, 3, 4, 5, 6] as const).find((one) => one === level) ?? 2
  return { type: 'heading', depth, children: [...children, ...anchor] }
}

function listOf({ type, data, nodes = [] }: DocumentNode, all: All): List {
  const spread = data?.loose === true
  const children = nodes.map((item): ListItem => {
    const checked = typeof item.data?.checked === 'boolean' ? item.data.checked : null
    return { type: 'listItem', spread, checked, children: asBlocks(all(item.nodes)) }
  })
  if (type !== 'list-ordered') return { type: 'list', ordered: false, spread, children }
  return { type: 'list', ordered: true, start: Number(data?.start ?? 1), spread, children }
}

const flags = ['lineNumbers', 'fullWidth', 'expandable'] as const

function codeOf({ data = {}, nodes = [] }: DocumentNode): RootContent {
  const lines = nodes.map((line) =>
    (line.nodes ?? []).flatMap(({ leaves = [] }) => leaves.map(({ text }) => text)).join(''),
  )
  const highlights = highlightedLines(nodes)
  const lang = typeof data.syntax === 'string' ? data.syntax : null
  const meta = [
    ...(highlights === '' ? [] : [`{${highlights}}`]),
    ...(typeof data.meta === 'string' ? [data.meta] : []),
  ].join(' ')
  const code = { type: 'code', lang, meta: meta === '' ? null : meta, value: lines.join('\n') } as const
  const attributes = attributesOf(data, ['title', 'overflow', ...flags])
  return Object.keys(attributes).length === 0 ? code : tag('code', attributes, [code])
}

function imagesOf(node: DocumentNode): RootContent {
  const [only, ...more] = node.nodes ?? []
  const caption = only === undefined ? null : plainTextOf(fragmentNodes(only, 'caption'))
  const isPlain = ['refDark', 'width', 'height'].every((name) => only?.data?.[name] === undefined)
  const isOne = only !== undefined && more.length === 0 && Object.keys(node.data ?? {}).length === 0
  if (!isOne || !isPlain || caption === null) return { type: 'html', value: imagesHtml(node) }
  const image = {
    type: 'image',
    url: addressIn(only.data),
    alt: dataText(only, 'alt'),
    title: caption || null,
  } as const
  const paragraph: Paragraph = { type: 'paragraph', children: [image] }
  return paragraph
}

function tableOf(node: DocumentNode, style: Style): RootContent {
  const table = tableIn(node)
  if (table === null) return { type: 'html', value: '' }
  const isPlain = table.columns.every(
    ({ type, hidden, isTarget, isCover }) => type === 'text' && !hidden && !isTarget && !isCover,
  )
  const isGrid =
    table.view === 'grid' && !table.hideHeader && !table.fullWidth && table.cardSize === undefined
  if (style.isStrict || !isGrid || !isPlain || table.columns.length === 0)
    return { type: 'html', value: tableHtml(table) }
  const row = (cells: readonly DocumentNode[][]) => ({
    type: 'tableRow' as const,
    children: cells.map((cell) => ({ type: 'tableCell' as const, children: phrasingOf(cell, style) })),
  })
  const align = table.columns.map(({ align }) =>
    align === 'left' || align === 'center' || align === 'right' ? align : null,
  )
  const result: Table = {
    type: 'table',
    align,
    children: [row(table.columns.map(({ title }) => title)), ...table.rows.map(row)],
  }
  return result
}

/** Empty lines separate the raw HTML from the blocks, so that these are parsed as Markdown. */
function expandableOf(node: DocumentNode, all: All, { writer }: Writing): RootContent {
  const open = node.data?.defaultExpanded === true ? '<details open>' : '<details>'
  const title = `<summary>${htmlOf(fragmentNodes(node, 'expandable-title'))}</summary>`
  const children = [
    { type: 'html', value: open } as const,
    { type: 'html', value: title } as const,
    ...asBlocks(all(fragmentNodes(node, 'expandable-body'))),
    { type: 'html', value: '</details>' } as const,
  ]
  return { type: 'html', value: writer.stringify({ type: 'root', children }).trimEnd() }
}

const tags: Readonly<Record<string, { name: BlockTagName; members: readonly string[]; ref?: string }>> = {
  hint: { name: 'hint', members: ['style', 'icon'] },
  tabs: { name: 'tabs', members: [] },
  'tabs-item': { name: 'tab', members: ['title', 'icon'] },
  stepper: { name: 'stepper', members: [] },
  'stepper-step': { name: 'step', members: ['icon'] },
  columns: { name: 'columns', members: [] },
  column: { name: 'column', members: ['width', 'verticalAlignment'] },
  updates: { name: 'updates', members: ['format'] },
  update: { name: 'update', members: ['date', 'tags', 'title'] },
  prompt: { name: 'prompt', members: ['description', 'icon', 'defaultExpanded'] },
  if: { name: 'if', members: ['expression'] },
  embed: { name: 'embed', members: ['url'] },
  file: { name: 'file', members: [], ref: 'src' },
  'content-ref': { name: 'content-ref', members: [], ref: 'url' },
  'reusable-content': { name: 'include', members: [], ref: 'url' },
  'openapi-operation': { name: 'openapi', members: ['path', 'method'], ref: 'src' },
}

function tagOf(node: DocumentNode, all: All): RootContent {
  const { name, members, ref } = tags[node.type ?? ''] ?? { name: 'hint', members: [] }
  const address = ref === undefined ? '' : addressIn(node.data)
  const attributes = {
    ...specAttribute(node),
    ...(ref === undefined || address === '' ? {} : { [ref]: address }),
    ...attributesOf(node.data ?? {}, members),
  }
  return tag(name, attributes, all([...(node.nodes ?? []), ...fragmentNodes(node, 'caption')]))
}

const specAttribute = ({ data }: DocumentNode): Record<string, string> => {
  const ref = data?.ref
  return isReference(ref) && ref.kind === 'openapi' ? { spec: String(ref.spec) } : {}
}

const tag = (name: BlockTagName, attributes: Record<string, string>, children: RootContent[]): BlockTag => ({
  type: 'blockTag',
  name,
  attributes,
  spans: {},
  children,
})

function attributesOf(
  data: Readonly<Record<string, unknown>>,
  members: readonly string[],
): Record<string, string> {
  const entries = members.flatMap((member) => {
    const value = data[member]
    return value === undefined ? [] : [[member, String(value)] as const]
  })
  return { ...Object.fromEntries(entries), ...(data.attributes as Record<string, string> | undefined) }
}
