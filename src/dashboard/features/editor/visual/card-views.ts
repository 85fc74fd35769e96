import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import { type AddressColumn, cardAddress } from '#markup/visual/card-addresses.ts'
import { cardSource, cardsSource } from '#markup/visual/cards.ts'
import type { LinkContext } from '../../../components/page-text/page-links.ts'
import { addCard, cardAt } from './card-commands.ts'
import { acceptCards } from './card-drag.ts'
import styles from './cards.module.css'
import { gridView, isRow, rowView } from './grid-views.ts'
import { button, controls, element, type NodeContext, nodeView } from './node-fields.ts'
import { schemeImages } from './scheme-images.ts'

/** A card on screen, and the element for its controls. */
export type ShownCard = {
  readonly id: string
  readonly host: HTMLElement
  readonly context: NodeContext
  /** Replaced when the card changes. */
  readonly node: Node
}

/** The cards of an editor, for the component that renders their controls. */
export type ShownCards = {
  readonly set: (card: ShownCard) => void
  readonly remove: (host: HTMLElement) => void
  readonly get: () => readonly ShownCard[]
  readonly subscribe: (onChange: () => void) => () => void
}

const lists = new WeakMap<EditorView, ShownCards>()

export function shownCards(view: EditorView): ShownCards {
  const list = lists.get(view) ?? createList()
  lists.set(view, list)
  return list
}

function createList(): ShownCards {
  let cards: readonly ShownCard[] = []
  const listeners = new Set<() => void>()
  const change = (next: readonly ShownCard[]) => {
    cards = next
    for (const listener of listeners) listener()
  }
  return {
    set: (card) => {
      const index = cards.findIndex(({ host }) => host === card.host)
      change(index < 0 ? [...cards, card] : cards.with(index, card))
    },
    remove: (removed) => change(cards.filter(({ host }) => host !== removed)),
    get: () => cards,
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}

/** The address of a card’s page or image, which its table has in a column of its own. */
export function addressOfCard({ context }: ShownCard, kind: AddressColumn): string {
  const { view, getPos } = context
  const at = getPos()
  const position = at === undefined ? null : cardAt(view.state.doc, at)
  if (position === null) return ''
  return cardAddress(cardsSource(position.cards), cardSource(position.card), kind)
}

/** Cards in their grid, with a button for one more; a table of rows otherwise. */
export function cardsView(node: Node, context: NodeContext): NodeView {
  if (node.attrs.view === 'grid') return gridView(node, context)
  const contentDOM = element('div', 'cards')
  acceptCards(contentDOM, context)
  const bar = controls([button('Add a card', 'btn btn-s', () => addCard(context))])
  const dom = element('div', styles.cards ?? '', [contentDOM, bar])
  return nodeView(node, { dom, contentDOM, show: () => undefined })
}

let nextId = 0

/** A card with its cover above and its controls below its content. */
export function cardView(node: Node, context: NodeContext, place: () => LinkContext): NodeView {
  if (isRow(context)) return rowView(node)
  const cover = controls([], styles.cover)
  const contentDOM = element('div', styles.content ?? '')
  const host = controls([], styles.bar)
  const dom = element('div', `card ${styles.card}`, [cover, contentDOM, host])
  const list = shownCards(context.view)
  nextId += 1
  const id = String(nextId)
  let addresses = ''
  const show = (next: Node) => {
    const card = { id, host, context, node: next }
    const [light = '', dark = ''] = (['cover', 'darkCover'] as const).map((kind) => addressOfCard(card, kind))
    dom.dataset.title = String(titleIndex(next))
    list.set(card)
    if (addresses === `${light}\n${dark}`) return
    addresses = `${light}\n${dark}`
    const images = schemeImages(light, dark, place())
    cover.replaceChildren(...images)
    dom.classList.toggle('has-cover', images.length > 0)
  }
  const view = nodeView(node, { dom, contentDOM, show, destroy: () => list.remove(host) })
  return {
    ...view,
    stopEvent: ({ target }) => target instanceof globalThis.Node && host.contains(target),
  }
}

/** The cell that readers see as the title because no heading or strong text is one: the first with a single paragraph. */
function titleIndex({ children }: Node): number {
  const isTitle = ({ type, children: inline }: Node) =>
    type.name === 'cardHeading' ||
    (inline.length > 0 && inline.every(({ marks }) => marks.some((mark) => mark.type.name === 'bold')))
  if (children.some((cell) => cell.children.some(isTitle))) return -1
  return children.findIndex((cell) => cell.childCount === 1 && cell.textContent.trim() !== '')
}
