import type { DocumentNode } from '#contract/documents.ts'
import { block, fragment, textNode, voidBlock } from '../document/nodes.ts'
import { type Column, tableBlock } from '../document/table.ts'
import { cardsFromEditor } from './cards.ts'
import { inlinesFromEditor } from './inlines-from-editor.ts'
import { containerTypes, dataIn, type EditorNode, type ReadMarkdown, textIn } from './nodes.ts'

const documentTypes = new Map<string, string>(Object.entries(containerTypes))

/** A node of the visual editor as blocks of a document, not yet normalized: empty paragraphs are still there. */
export function fromEditor(node: EditorNode, read: ReadMarkdown): DocumentNode[] {
  const { type, attrs = {}, content = [] } = node
  const data = dataIn(attrs.data)
  const blocks = (nodes = content) => nodes.flatMap((child) => fromEditor(child, read))
  const container = documentTypes.get(type)
  if (container !== undefined) return [block(container, data, blocks())]
  switch (type) {
    case 'source':
      return read(textIn(attrs.markdown))
    case 'cards':
      return read(cardsFromEditor(node))
    case 'heading': {
      const level = Number(attrs.level)
      const name = Math.min(3, Math.max(1, level - 1))
      return [block(`heading-${name}`, { ...data, level }, inlinesFromEditor(content))]
    }
    case 'bulletList':
    case 'orderedList':
      return [listFromEditor(node, blocks)]
    case 'divider':
      return [voidBlock('divider', {})]
    case 'codeBlock':
      return [codeFromEditor(node)]
    case 'image': {
      const caption = textIn(attrs.caption)
      const fragments = caption === '' ? [] : [fragment('caption', [plainText(caption)])]
      return [block('images', data, [voidBlock('image', dataIn(attrs.image), fragments)])]
    }
    case 'table':
      return [tableFromEditor(node)]
    case 'expandable': {
      const [title, ...body] = content
      const parts = [
        fragment('expandable-title', inlinesFromEditor(title?.content)),
        fragment('expandable-body', blocks(body)),
      ]
      return [voidBlock('expandable', data, parts)]
    }
    default:
      return [block('paragraph', data, inlinesFromEditor(content))]
  }
}

const plainText = (text: string): DocumentNode => textNode([{ object: 'leaf', text, marks: [] }])

type Blocks = (nodes?: readonly EditorNode[]) => DocumentNode[]

function listFromEditor({ type, attrs = {}, content = [] }: EditorNode, blocks: Blocks): DocumentNode {
  const items = content.map((item) => {
    const checked = item.attrs?.checked
    return block('list-item', typeof checked === 'boolean' ? { checked } : {}, blocks(item.content))
  })
  const data = { loose: attrs.loose === true }
  if (type === 'bulletList') return block('list-unordered', data, items)
  return block('list-ordered', { ...data, start: Number(attrs.start ?? 1) }, items)
}

function codeFromEditor({ attrs = {}, content = [] }: EditorNode): DocumentNode {
  const highlighted = new Set(Array.isArray(attrs.highlighted) ? attrs.highlighted : [])
  const lines = content
    .map(({ text = '' }) => text)
    .join('')
    .split('\n')
    .map((line, index) =>
      block('code-line', { highlighted: highlighted.has(index) || undefined }, [plainText(line)]),
    )
  return block('code', dataIn(attrs.data), lines)
}

function tableFromEditor({ attrs = {}, content = [] }: EditorNode): DocumentNode {
  const [head, ...rows] = content
  const data = dataIn(attrs.data)
  const titles = head?.content ?? []
  const columns = titles.map(
    (cell): Column => ({
      title: inlinesFromEditor(cell.content),
      type: 'text',
      align: typeof cell.attrs?.align === 'string' ? cell.attrs.align : undefined,
      hidden: false,
      isTarget: false,
      isCover: false,
    }),
  )
  return tableBlock({
    view: 'grid',
    hideHeader: data.hideHeader === true,
    fullWidth: data.fullWidth === true,
    ...(typeof data.cardSize === 'string' ? { cardSize: data.cardSize } : {}),
    columns,
    rows: rows.map(({ content: cells = [] }) =>
      titles.map((_, index) => inlinesFromEditor(cells[index]?.content)),
    ),
  })
}
