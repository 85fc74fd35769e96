import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, Selection, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type AddressColumn, emptyCard, withAddress, withColumn } from '#markup/visual/card-addresses.ts'
import { cardSource, cardsSource } from '#markup/visual/cards.ts'
import type { NodeContext } from './node-fields.ts'
import { schema } from './schema.ts'

const { nodes } = schema

type CardPosition = {
  readonly card: Node
  /** Where the card begins. */
  readonly at: number
  readonly index: number
  readonly cards: Node
  /** Where the block with the cards begins. */
  readonly cardsAt: number
}

/** The card that begins at a position. */
export function cardAt(doc: Node, at: number): CardPosition | null {
  const card = at <= doc.content.size ? doc.nodeAt(at) : null
  if (card?.type !== nodes.card) return null
  const $at = doc.resolve(at)
  return { card, at, index: $at.index(), cards: $at.parent, cardsAt: $at.before() }
}

/** The card with the cursor. */
export function currentCard({ doc, selection: { $from } }: EditorState): CardPosition | null {
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type === nodes.card) return cardAt(doc, $from.before(depth))
  return null
}

type Change = (state: EditorState, card: CardPosition) => Transaction | null

/** A command for the card at a position, or the one with the cursor. It does nothing where the change is not possible. */
const cardCommand =
  (change: Change) =>
  (at?: number): Command =>
  (state, dispatch) => {
    const card = at === undefined ? currentCard(state) : cardAt(state.doc, at)
    if (card === null) return false
    const tr = change(state, card)
    if (tr !== null) dispatch?.(tr.scrollIntoView())
    return true
  }

const cursorAt = (tr: Transaction, at: number): Transaction =>
  tr.setSelection(Selection.near(tr.doc.resolve(Math.min(at, tr.doc.content.size)), 1))

/** Moves a card to another index among its cards, with the cursor in it. */
function moved(
  { tr, selection }: EditorState,
  { card, cards, at, index, cardsAt }: CardPosition,
  to: number,
) {
  if (to < 0 || to >= cards.childCount || to === index) return null
  const others = cards.children.toSpliced(index, 1)
  const start = others.slice(0, to).reduce((position, { nodeSize }) => position + nodeSize, cardsAt + 1)
  const isInCard = selection.head > at && selection.head < at + card.nodeSize
  const offset = isInCard ? selection.head - at : 1
  return cursorAt(tr.delete(at, at + card.nodeSize).insert(start, card), start + offset)
}

/** Moves a card before the one in front of it, or after the one behind it. */
const moveCard = (step: 1 | -1) => cardCommand((state, card) => moved(state, card, card.index + step))

export const moveCardTo = (at: number, index: number): Command =>
  cardCommand((state, card) => moved(state, card, index))(at)

const insertAfter = (create: (card: Node) => Node) =>
  cardCommand(({ tr }, { card, at }) => {
    const to = at + card.nodeSize
    return cursorAt(tr.insert(to, create(card)), to)
  })

/** A card with as many cells, whose source is written in the same way. */
const emptied = (card: Node): Node =>
  nodes.card.create(
    emptyCard(cardSource(card)),
    card.children.map(({ type }) =>
      type === nodes.valueCell ? type.create() : type.create(null, nodes.paragraph.create()),
    ),
  )

/** Deletes a card; with the last one, the block goes. */
const deleteCard = cardCommand(({ tr, doc }, { card, at, cards, cardsAt }) => {
  if (cards.childCount > 1) return cursorAt(tr.delete(at, at + card.nodeSize), at)
  const isOnly = doc.resolve(cardsAt).parent.childCount === 1
  const end = cardsAt + cards.nodeSize
  if (isOnly) tr.replaceWith(cardsAt, end, nodes.paragraph.create())
  else tr.delete(cardsAt, end)
  return cursorAt(tr, cardsAt)
})

export const cardCommands = {
  moveBack: moveCard(-1),
  moveForward: moveCard(1),
  duplicate: insertAfter((card) => card),
  add: insertAfter(emptied),
  delete: deleteCard,
}

/** Adds a card or a row at the end. */
export function addCard({ view, getPos }: NodeContext): void {
  const at = getPos()
  const cards = at === undefined ? null : view.state.doc.nodeAt(at)
  if (at === undefined || cards?.lastChild == null) return
  const last = at + cards.nodeSize - 1 - cards.lastChild.nodeSize
  cardCommands.add(last)(view.state, view.dispatch)
  view.focus()
}

/** Goes from the text of a card to the controls behind it: of its values, its link and its menu. */
export const focusCardControls: Command = (state, _dispatch, view) => {
  const card = currentCard(state)
  const dom = card === null ? null : view?.nodeDOM(card.at)
  if (card === null || !view || !(dom instanceof HTMLElement)) return false
  if (isGrid(card)) return goToCell(view, state.selection.from, 1)
  const { node } = view.domAtPos(state.selection.from)
  const next = [...dom.querySelectorAll<HTMLElement>(CONTROLS)].find(
    (one) => (node.compareDocumentPosition(one) & globalThis.Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  )
  next?.focus()
  return next !== undefined
}

/** The controls of a card that can have the focus. */
export const CONTROLS = 'button:not([hidden]), input:not([hidden]), select:not([hidden]), [tabindex="0"]'

const isGrid = ({ cards }: CardPosition): boolean => cards.attrs.view === 'grid'

/** Goes back to the cell before the one with the cursor, in a table. */
export const previousCell: Command = (state, _dispatch, view) => {
  const card = currentCard(state)
  return card !== null && view !== undefined && isGrid(card) && goToCell(view, state.selection.from, -1)
}

/** Goes from the cell around a position to the next or previous one of its table: into its text, or to its control. */
export function goToCell(view: EditorView, from: number, step: 1 | -1): boolean {
  const { doc } = view.state
  const $from = doc.resolve(from)
  const depth = Array.from({ length: $from.depth + 1 }, (_, at) => $from.node(at).type).lastIndexOf(
    nodes.cards,
  )
  if (depth < 0) return false
  const cells: number[] = []
  const start = $from.before(depth)
  $from.node(depth).descendants((node, at) => {
    const isCell = node.type === nodes.cardCell || node.type === nodes.valueCell
    if (isCell) cells.push(start + 1 + at)
    return !isCell
  })
  const current = cells.findLastIndex((at) => at <= from)
  const target = cells[current + step]
  if (target === undefined) return false
  if (doc.nodeAt(target)?.type === nodes.valueCell) {
    const dom = view.nodeDOM(target)
    const control = dom instanceof HTMLElement ? dom.querySelector<HTMLElement>(CONTROLS) : null
    control?.focus()
    return control !== null
  }
  const selection = Selection.near(doc.resolve(target + 1), 1)
  view.dispatch(view.state.tr.setSelection(selection).scrollIntoView())
  view.focus()
  return true
}

export type CardAddresses = Readonly<Partial<Record<AddressColumn, { address: string; label: string }>>>

/** Sets the target and the covers of the card at a position; the table gets the columns that it needs for them. */
export const setAddresses =
  (at: number, addresses: CardAddresses): Command =>
  (state, dispatch) => {
    const position = cardAt(state.doc, at)
    if (position === null) return false
    const { cards, cardsAt } = position
    let source = cardsSource(cards)
    let sources = cards.children.map(cardSource)
    for (const [kind, value] of entriesOf(addresses)) {
      const wider = value.address === '' ? null : withColumn(source, kind)
      if (wider !== null) [source, sources] = [wider.source, sources.map(wider.card)]
      sources = sources.map((card, index) =>
        index === position.index ? withAddress(source, card, kind, value) : card,
      )
    }
    const tr = state.tr
    if (source.columns.length !== cardsSource(cards).columns.length) tr.setNodeMarkup(cardsAt, null, source)
    const isWider = tr.docChanged
    cards.forEach((_, offset, index) => {
      if (isWider || index === position.index) tr.setNodeMarkup(cardsAt + 1 + offset, null, sources[index])
    })
    dispatch?.(tr)
    return true
  }

const entriesOf = (addresses: CardAddresses) =>
  (['target', 'cover', 'darkCover'] as const).flatMap((kind) => {
    const value = addresses[kind]
    return value === undefined ? [] : [[kind, value] as const]
  })
