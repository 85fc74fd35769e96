import type { Node } from 'prosemirror-model'
import { type Command, Selection } from 'prosemirror-state'
import { currentBlock } from './commands.ts'
import { schema } from './schema.ts'

const { nodes } = schema

/** What a block with text can become. */
export type BlockTarget =
  | 'paragraph'
  | 'heading2'
  | 'heading3'
  | 'bulletList'
  | 'orderedList'
  | 'taskList'
  | 'blockquote'
  | 'hint'
  | 'codeBlock'

/** Blocks whose text would lose its place, such as tables and cards, stay what they are. */
const convertible = new Set([
  nodes.paragraph,
  nodes.heading,
  nodes.bulletList,
  nodes.orderedList,
  nodes.blockquote,
  nodes.hint,
  nodes.codeBlock,
])

/** Blocks that can be in a quote or a hint. */
const plain = new Set([nodes.paragraph, nodes.bulletList, nodes.orderedList, nodes.codeBlock, nodes.heading])

export const canConvert = (block: Node, target: BlockTarget): boolean =>
  convertible.has(block.type) && isPlain(block) && targetOf(block) !== target

/** Turns the block with the cursor into another one with the same text. */
export const convertBlock =
  (target: BlockTarget): Command =>
  (state, dispatch) => {
    const block = currentBlock(state.selection)
    if (block === null || !canConvert(block.node, target)) return false
    const { node, from } = block
    if (dispatch) {
      const tr = state.tr.replaceWith(from, from + node.nodeSize, converted(node, target))
      const offset = Math.min(state.selection.from, from + node.nodeSize)
      dispatch(
        tr
          .setSelection(Selection.near(tr.doc.resolve(Math.min(offset, tr.doc.content.size)), -1))
          .scrollIntoView(),
      )
    }
    return true
  }

/** Whether a block contains only text and lists, so that no embedded block is lost. */
function isPlain(block: Node): boolean {
  let isOnlyText = true
  block.descendants((node) => {
    const isKnown = node.isInline || plain.has(node.type) || node.type === nodes.listItem
    isOnlyText &&= isKnown
    return isOnlyText && !node.inlineContent
  })
  return isOnlyText
}

function targetOf(node: Node): BlockTarget | undefined {
  if (node.type === nodes.heading)
    return node.attrs.level === 2 ? 'heading2' : node.attrs.level === 3 ? 'heading3' : undefined
  if (node.type === nodes.bulletList && node.firstChild?.attrs.checked !== null) return 'taskList'
  return names.find((name) => nodes[name] === node.type)
}

const names = ['paragraph', 'bulletList', 'orderedList', 'blockquote', 'hint', 'codeBlock'] as const

function converted(block: Node, target: BlockTarget): Node[] {
  if (target === 'blockquote' || target === 'hint') {
    const content = block.type === nodes.blockquote || block.type === nodes.hint ? block.content : block
    return [nodes[target].create(target === 'hint' ? { data: { style: 'info' } } : null, content)]
  }
  const lines = linesOf(block)
  if (target === 'codeBlock') {
    const text = lines.map((line) => line.textBetween(0, line.content.size, '\n', textOfLeaf)).join('\n')
    return [nodes.codeBlock.create(null, text === '' ? null : schema.text(text))]
  }
  if (target === 'paragraph') return lines.map(paragraph)
  if (target === 'heading2' || target === 'heading3')
    return lines.map((line) => nodes.heading.create({ level: target === 'heading2' ? 2 : 3 }, line.content))
  const items = lines.map((line) =>
    nodes.listItem.create({ checked: target === 'taskList' ? false : null }, paragraph(line)),
  )
  return [nodes[target === 'orderedList' ? 'orderedList' : 'bulletList'].create(null, items)]
}

const paragraph = (line: Node): Node => nodes.paragraph.create(null, line.content)

const textOfLeaf = (leaf: Node): string =>
  leaf.type === nodes.hardBreak ? '\n' : (leaf.type.spec.leafText?.(leaf) ?? '')

/** The texts of a block, each of which becomes a block or an item. Each line of code is a text. */
function linesOf(block: Node): Node[] {
  if (block.type === nodes.codeBlock)
    return block.textContent
      .split('\n')
      .map((line) => nodes.paragraph.create(null, line === '' ? null : schema.text(line)))
  if (block.inlineContent) return [block]
  return block.children.flatMap(linesOf)
}
