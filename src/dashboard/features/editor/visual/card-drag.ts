import type { EditorView } from 'prosemirror-view'
import { cardAt, moveCardTo } from './card-commands.ts'
import type { NodeContext } from './node-fields.ts'

/** The card that is dragged in an editor. */
const dragged = new WeakMap<EditorView, NodeContext>()

const marks = ['is-drop-before', 'is-drop-after', 'is-drop-above', 'is-drop-below'] as const
type Mark = (typeof marks)[number]

/** Text of this type is inserted nowhere, so that a card that is dropped elsewhere stays where it is. */
const CARD_TYPE = 'application/x-lectern-card'

/** Begins to drag a card by its handle. */
export function startCardDrag(context: NodeContext, card: Element, data: DataTransfer): void {
  dragged.set(context.view, context)
  data.effectAllowed = 'move'
  data.setData(CARD_TYPE, 'card')
  data.setDragImage(card, 0, 0)
}

/** Ends it, also if it was canceled. */
export const endCardDrag = ({ view }: NodeContext): boolean => dragged.delete(view)

/** Lets cards be dropped among the others of their grid, with a line where the card goes. */
export function acceptCards(grid: HTMLElement, { view, getPos }: NodeContext): void {
  const clear = () => {
    for (const card of grid.children) card.classList.remove(...marks)
  }
  /** The card that is dragged, if it is one of this grid. */
  const current = () => {
    const at = dragged.get(view)?.getPos()
    const position = at === undefined ? null : cardAt(view.state.doc, at)
    return position?.cardsAt === getPos() ? position : null
  }
  grid.addEventListener('dragover', (event) => {
    clear()
    const card = current()
    if (card === null) return
    event.preventDefault()
    event.stopPropagation()
    const gap = gapAt([...grid.children], event)
    if (gap === null || targetIndex(card.index, gap.index) === card.index) return
    gap.card.classList.add(gap.mark)
  })
  grid.addEventListener('dragleave', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && grid.contains(relatedTarget))) clear()
  })
  grid.addEventListener('drop', (event) => {
    clear()
    const card = current()
    if (card === null) return
    event.preventDefault()
    event.stopPropagation()
    const gap = gapAt([...grid.children], event)
    dragged.delete(view)
    if (gap !== null) moveCardTo(card.at, targetIndex(card.index, gap.index))(view.state, view.dispatch)
    view.focus()
  })
  grid.addEventListener('dragend', clear)
}

/** The index of a card once it is in a gap: those behind it move up. */
const targetIndex = (from: number, gap: number): number => (gap > from ? gap - 1 : gap)

/** The gap between cards that is next to the pointer: before a card, or after the last one of its row. */
function gapAt(
  cards: readonly Element[],
  { clientX, clientY }: MouseEvent,
): { index: number; card: Element; mark: Mark } | null {
  const boxes = cards.map((card) => card.getBoundingClientRect())
  const distance = ({ left, right, top, bottom }: DOMRect) =>
    Math.hypot(Math.max(left - clientX, 0, clientX - right), Math.max(top - clientY, 0, clientY - bottom))
  const nearest = boxes.reduce((best, box, index) => {
    const other = boxes[best]
    return other === undefined || distance(box) < distance(other) ? index : best
  }, 0)
  const [card, box] = [cards[nearest], boxes[nearest]]
  if (card === undefined || box === undefined) return null
  const isRtl = getComputedStyle(card).direction === 'rtl'
  const isColumn = boxes.every(({ left }) => left === box.left)
  const isBefore = isColumn
    ? clientY < box.top + box.height / 2
    : clientX < box.left + box.width / 2 !== isRtl
  const [before, after] = isColumn
    ? (['is-drop-above', 'is-drop-below'] as const)
    : (['is-drop-before', 'is-drop-after'] as const)
  return isBefore ? { index: nearest, card, mark: before } : { index: nearest + 1, card, mark: after }
}
