import type { DocumentNode } from '#contract/documents.ts'
import { normalizeInlines, trimLines } from './marks.ts'
import { block, dataOf, fragment, fragmentNodes, textNode } from './nodes.ts'
import { tableRule } from './rules.ts'

export type Column = {
  readonly title: DocumentNode[]
  readonly type: string
  readonly align?: string | undefined
  readonly hidden: boolean
  readonly isTarget: boolean
  readonly isCover: boolean
}

/** A table as it is displayed: columns, and rows of cells with inlines. */
export type Table = {
  readonly view: 'grid' | 'cards'
  readonly cardSize?: string | undefined
  readonly hideHeader: boolean
  readonly fullWidth: boolean
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly DocumentNode[][])[] | readonly DocumentNode[][][]
}

/** The node of a table. Ids of columns and rows are derived from their order, so that equal tables are equal nodes. */
export function tableBlock({ view, cardSize, hideHeader, fullWidth, rows, ...table }: Table): DocumentNode {
  const columns = table.columns.map((column) => ({ ...column, title: trimLines(column.title) }))
  const name = (predicate: (column: Column) => boolean) => {
    const index = columns.findIndex(predicate)
    return index < 0 ? undefined : `c${index + 1}`
  }
  const fragments: DocumentNode[] = []
  const definition = columns.map((column, index) => {
    const id = `c${index + 1}`
    const isPlain = plainTextOf(column.title) !== null
    if (!isPlain) fragments.push(cell(`head-${id}`, column.title))
    const { type, align } = column
    const title = inlineText(column.title)
    return [
      id,
      dataOf({ id, title, type, textAlignment: align, fragment: isPlain ? undefined : `head-${id}` }),
    ]
  })
  const records = rows.map((row, at) => {
    const values = row.map((nodes, index) => {
      const id = `r${at + 1}-c${index + 1}`
      fragments.push(cell(id, nodes))
      return [`c${index + 1}`, id]
    })
    return [`r${at + 1}`, { orderIndex: at, values: Object.fromEntries(values) }]
  })
  const data = {
    view,
    columns: columns.flatMap(({ hidden }, index) => (hidden ? [] : [`c${index + 1}`])),
    definition: Object.fromEntries(definition),
    records: Object.fromEntries(records),
    hideHeader: hideHeader || undefined,
    fullWidth: fullWidth || undefined,
    cardSize,
    targetDefinition: name(({ isTarget }) => isTarget),
    coverDefinition: name(({ isCover }) => isCover),
  }
  return { ...block('table', data, [], fragments), isVoid: true }
}

function cell(name: string, inlines: DocumentNode[]): DocumentNode {
  const nodes = trimLines(inlines)
  return fragment(name, nodes.length === 0 ? [] : [block('paragraph', {}, nodes)])
}

/** The text of inlines without marks; null if there are marks or other nodes. */
export function plainTextOf(nodes: readonly DocumentNode[]): string | null {
  if (nodes.length === 0) return ''
  const [only, ...more] = nodes
  const leaves = only?.leaves
  if (more.length > 0 || leaves?.length !== 1 || leaves[0]?.marks.length !== 0) return null
  return leaves[0].text
}

/** The text of inlines, without their marks. */
export const inlineText = (nodes: readonly DocumentNode[]): string =>
  nodes
    .map((node) => (node.leaves ?? []).map(({ text }) => text).join('') + inlineText(node.nodes ?? []))
    .join('')

/** The table of a node; null if it is inconsistent. */
export function tableIn(node: DocumentNode): Table | null {
  const { data, success } = tableRule.safeParse(node.data)
  if (!success) return null
  const visible = data.columns ?? Object.keys(data.definition)
  if (visible.some((id) => data.definition[id] === undefined)) return null
  const hidden = Object.keys(data.definition).filter((id) => !visible.includes(id))
  const ids = orderColumns(Object.keys(data.definition), visible, hidden)
  const columns = ids.map((id): Column => {
    const { title = '', type = 'text', textAlignment, fragment: name } = data.definition[id] ?? {}
    const richTitle = name === undefined ? [] : inlinesIn(fragmentNodes(node, name))
    return {
      title: richTitle.length > 0 ? richTitle : normalizeInlines([text(title)]),
      type,
      align: textAlignment,
      hidden: hidden.includes(id),
      isTarget: data.targetDefinition === id,
      isCover: data.coverDefinition === id,
    }
  })
  const records = Object.values(data.records).toSorted((a, b) => byIndex(a.orderIndex, b.orderIndex))
  const { view, cardSize, hideHeader, fullWidth } = data
  const rows = records.map(({ values }) => ids.map((id) => cellOf(node, values[id])))
  return { view, cardSize, hideHeader, fullWidth, columns, rows }
}

/** Visible columns in display order; hidden columns stay at the index of their definition. */
function orderColumns(defined: string[], visible: string[], hidden: string[]): string[] {
  const remaining = [...visible]
  return defined.flatMap((id) => (hidden.includes(id) ? id : (remaining.shift() ?? [])))
}

const byIndex = (a: string | number, b: string | number): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0
}

const text = (value: string) => textNode([{ object: 'leaf', text: value, marks: [] }])

function cellOf(node: DocumentNode, value: unknown): DocumentNode[] {
  if (value === undefined || value === null || value === '') return []
  const isFragment = typeof value === 'string' && node.fragments?.some((one) => one.fragment === value)
  if (isFragment) return inlinesIn(fragmentNodes(node, value))
  if (typeof value === 'object') return []
  return normalizeInlines([text(String(value))])
}

/** The inlines of a cell, with line breaks between its paragraphs. */
function inlinesIn(nodes: readonly DocumentNode[]): DocumentNode[] {
  const lines = nodes.map((one) => (one.object === 'block' ? (one.nodes ?? []) : [one]))
  return normalizeInlines(lines.flatMap((line, index) => (index === 0 ? line : [text('\n'), ...line])))
}
