import type { DocumentNode } from '#contract/documents.ts'
import { documentNode, fragmentNodes } from '../document/nodes.ts'
import { plainTextOf, tableIn } from '../document/table.ts'
import { markdownOf } from '../document/write.ts'
import { cardsToEditor, gridToEditor } from './cards.ts'
import { inlinesToEditor } from './inlines-to-editor.ts'
import { containerTypes, dataIn, type EditorNode, editorNode, emptyParagraph } from './nodes.ts'

/**
 * A block of a document as a node of the visual editor. A block without a form of its own is a node `source`.
 * @throws {DocumentError} if such a block has no Markdown
 */
export function toEditor(node: DocumentNode): EditorNode {
  const block = visualBlock(node)
  if (block !== null) return block
  const markdown = markdownOf(documentNode([node])).trimEnd()
  return cardsToEditor(markdown) ?? gridToEditor(markdown) ?? editorNode('source', { markdown })
}

const editorTypes = new Map(Object.entries(containerTypes).map(([editor, type]) => [String(type), editor]))

function visualBlock(node: DocumentNode): EditorNode | null {
  const data = dataIn(node.data)
  const type = node.type ?? ''
  const container = editorTypes.get(type)
  if (container !== undefined) return editorNode(container, { data }, blocksToEditor(node.nodes))
  switch (type) {
    case 'paragraph':
      return editorNode('paragraph', { data }, inlinesToEditor(node.nodes ?? []))
    case 'heading-1':
    case 'heading-2':
    case 'heading-3': {
      const { level = Number(type.at(-1)) + 1, ...rest } = data
      return editorNode('heading', { level, data: rest }, inlinesToEditor(node.nodes ?? []))
    }
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return listToEditor(node)
    case 'divider':
      return editorNode('divider', {})
    case 'code':
      return codeToEditor(node)
    case 'images':
      return imageToEditor(node)
    case 'table':
      return tableToEditor(node)
    case 'expandable':
      return editorNode('expandable', { data }, [
        editorNode('expandableTitle', {}, inlinesToEditor(fragmentNodes(node, 'expandable-title'))),
        ...blocksToEditor(fragmentNodes(node, 'expandable-body')),
      ])
    default:
      return null
  }
}

/** Blocks in a container, which has at least one. */
const blocksToEditor = (nodes: readonly DocumentNode[] = []): EditorNode[] =>
  nodes.length === 0 ? [emptyParagraph] : nodes.map(toEditor)

function listToEditor({ type, data, nodes = [] }: DocumentNode): EditorNode {
  const items = nodes.map((item) =>
    editorNode('listItem', { checked: item.data?.checked ?? null }, blocksToEditor(item.nodes)),
  )
  const loose = data?.loose === true
  if (type !== 'list-ordered') return editorNode('bulletList', { loose }, items)
  return editorNode('orderedList', { loose, start: data?.start ?? 1 }, items)
}

function codeToEditor({ data, nodes = [] }: DocumentNode): EditorNode {
  const lines = nodes.map((line) => (line.nodes ?? []).flatMap((one) => one.leaves ?? []))
  const text = lines.map((leaves) => leaves.map((leaf) => leaf.text).join('')).join('\n')
  const highlighted = nodes.flatMap((line, index) => (line.data?.highlighted === true ? [index] : []))
  const content: EditorNode[] = text === '' ? [] : [{ type: 'text', text }]
  return editorNode('codeBlock', { data: dataIn(data), highlighted }, content)
}

/** A single image whose caption is plain text; other images are shown as source. */
function imageToEditor({ data, nodes = [] }: DocumentNode): EditorNode | null {
  const [only, ...more] = nodes
  if (only === undefined || more.length > 0) return null
  const caption = plainTextOf(fragmentNodes(only, 'caption'))
  if (caption === null || caption.includes('\n')) return null
  return editorNode('image', { data: dataIn(data), image: dataIn(only.data), caption })
}

/** A table whose columns contain text; other tables are shown as source. */
function tableToEditor(node: DocumentNode): EditorNode | null {
  const table = tableIn(node)
  if (table === null || table.view !== 'grid' || table.columns.length === 0) return null
  const isPlain = table.columns.every(
    ({ type, hidden, isTarget, isCover }) => type === 'text' && !hidden && !isTarget && !isCover,
  )
  if (!isPlain) return null
  const row = (type: string, cells: readonly DocumentNode[][]) =>
    editorNode(
      'tableRow',
      {},
      cells.map((cell, index) =>
        editorNode(type, { align: table.columns[index]?.align ?? null }, inlinesToEditor(cell)),
      ),
    )
  const head = row(
    'tableHeader',
    table.columns.map(({ title }) => title),
  )
  const { hideHeader, fullWidth, cardSize } = table
  const data = { hideHeader, fullWidth, ...(cardSize === undefined ? {} : { cardSize }) }
  return editorNode('table', { data }, [head, ...table.rows.map((cells) => row('tableCell', cells))])
}
