import { Fragment, type Node, type NodeType } from 'prosemirror-model'
import { Plugin, type Transaction } from 'prosemirror-state'
import { cardsSource } from '#markup/visual/cards.ts'
import { schema } from './schema.ts'

const { nodes } = schema

/** What a card can contain, also in the items of its lists. */
const content = new Set([
  nodes.card,
  nodes.cardCell,
  nodes.valueCell,
  nodes.paragraph,
  nodes.cardHeading,
  nodes.bulletList,
  nodes.orderedList,
  nodes.listItem,
])

/**
 * Cards contain nothing that their table could not. Each has a cell for each column of text or values, which deleting
 * across cells could change, and no tasks.
 */
export const cardShape = (): Plugin => {
  const checked = new WeakSet<Node>()
  // Blocks that did not change are the same objects, so that typing doesn’t look into a whole page.
  const changedCards = (doc: Node) => {
    const found: { node: Node; at: number }[] = []
    doc.forEach((block, start) => {
      if (block.inlineContent || checked.has(block)) return
      const before = found.length
      if (block.type === nodes.cards) found.push({ node: block, at: start })
      else
        block.descendants((node, at) => {
          if (node.type === nodes.cards && !checked.has(node)) found.push({ node, at: start + 1 + at })
          return !node.inlineContent && node.type !== nodes.cards
        })
      if (found.length === before) checked.add(block)
    })
    return found
  }
  return new Plugin({
    filterTransaction: ({ docChanged, doc }) =>
      !docChanged || changedCards(doc).every(({ node }) => isPossible(node)),
    appendTransaction: (transactions, _before, { doc, tr }) => {
      if (!transactions.some(({ docChanged }) => docChanged)) return null
      for (const { node, at } of changedCards(doc).reverse()) {
        checked.add(node)
        repairCards(tr, node, at)
      }
      return tr.docChanged ? tr : null
    },
  })
}

function isPossible(cards: Node): boolean {
  let isAllowed = true
  cards.descendants((node) => {
    isAllowed &&= node.isInline || content.has(node.type)
    return isAllowed && !node.inlineContent
  })
  return isAllowed
}

function repairCards(tr: Transaction, cards: Node, at: number): void {
  const types = cellTypes(cards)
  const steps: (() => void)[] = []
  cards.forEach((card, offset) => {
    const cardAt = at + 1 + offset
    card.descendants((node, inner) => {
      if (node.type === nodes.listItem && node.attrs.checked !== null)
        steps.push(() => tr.setNodeMarkup(cardAt + 1 + inner, null, { ...node.attrs, checked: null }))
      return !node.inlineContent
    })
    if (card.childCount === types.length && card.children.every(({ type }, index) => type === types[index]))
      return
    const isText = types.every((type) => type === nodes.cardCell)
    steps.push(() =>
      isText
        ? repairCells(tr, card, cardAt, types.length)
        : tr.replaceWith(cardAt + 1, cardAt + card.nodeSize - 1, cellsOf(card, types)),
    )
  })
  for (const step of steps.reverse()) step()
}

/** The kind of cell in each visible column. */
const cellTypes = (cards: Node): NodeType[] =>
  cardsSource(cards).columns.flatMap((column) => {
    if (column === 'text') return [nodes.cardCell]
    return column === 'value' ? [nodes.valueCell] : []
  })

/** A cell for each column: those of the card as far as there are any, with what is too much in the last one of text. */
function cellsOf({ children }: Node, types: readonly NodeType[]): Node[] {
  const texts = children.filter(({ type }) => type === nodes.cardCell)
  const values = children.filter(({ type }) => type === nodes.valueCell)
  const cells = types.map((type) =>
    type === nodes.valueCell
      ? (values.shift() ?? nodes.valueCell.create())
      : (texts.shift() ?? nodes.cardCell.create(null, nodes.paragraph.create())),
  )
  const last = types.lastIndexOf(nodes.cardCell)
  const extra = texts.reduce((content, cell) => content.append(cell.content), Fragment.empty)
  return cells.map((cell, index) => (index === last ? cell.copy(cell.content.append(extra)) : cell))
}

/** Adds the missing cells at the end; what is too much becomes part of the last cell. */
function repairCells(tr: Transaction, card: Node, at: number, count: number): void {
  const end = at + card.nodeSize - 1
  for (let missing = card.childCount; missing < count; missing++)
    tr.insert(end, nodes.cardCell.create(null, nodes.paragraph.create()))
  for (let extra = card.childCount - 1; extra >= Math.max(1, count); extra--)
    tr.join(end - sizeFrom(card, extra))
}

const sizeFrom = (card: Node, index: number): number =>
  card.children.slice(index).reduce((size, { nodeSize }) => size + nodeSize, 0)
