import { urlIn } from '../render/cards.ts'
import { linkHtml, parseCell } from './card-cell.ts'
import type { CardColumn, CardSource, CardsSource } from './cards.ts'

/** A column that contains the address of a page or an image. */
export type AddressColumn = Extract<CardColumn, 'target' | 'cover' | 'darkCover'>

/** The target or the cover of a card; empty if it has none. */
export function cardAddress({ columns }: CardsSource, { cells }: CardSource, kind: AddressColumn): string {
  const cell = parseCell(cells[columns.indexOf(kind)] ?? '')
  return cell === null ? '' : urlIn(cell)
}

/** The card with another target or cover. A link in its cell has the address, and a label for people who read the source. */
export function withAddress(
  { columns }: CardsSource,
  card: CardSource,
  kind: AddressColumn,
  { address, label }: { readonly address: string; readonly label: string },
): CardSource {
  const cell = address === '' ? '' : linkHtml(address, label)
  return { ...card, cells: card.cells.map((other, index) => (columns[index] === kind ? cell : other)) }
}

const headers: Readonly<Record<AddressColumn, string>> = {
  target: '<th data-hidden data-card-target data-type="content-ref"></th>',
  cover: '<th data-hidden data-card-cover data-type="image"></th>',
  darkCover: '<th data-hidden data-card-cover-dark data-type="image"></th>',
}

const END_OF_HEAD = /(<\/th>)(\s*)(<\/tr>\s*<\/thead>\s*<tbody(?:\s[^>]*)?>)$/i

/** Cards with one more column at the end, and the same for each card; null if their source has no place for it. */
export function withColumn(
  source: CardsSource,
  kind: AddressColumn,
): { readonly source: CardsSource; readonly card: (card: CardSource) => CardSource } | null {
  if (source.columns.includes(kind) || !END_OF_HEAD.test(source.opening)) return null
  const opening = source.opening.replace(END_OF_HEAD, `$1$2${headers[kind]}$2$3`)
  return {
    source: { ...source, opening, columns: [...source.columns, kind] },
    card: ({ between, cells }) => ({
      between: between.toSpliced(-1, 0, '</td><td>'),
      cells: [...cells, ''],
    }),
  }
}

/** A card without content, written like another one. */
export const emptyCard = ({ between, cells }: CardSource): CardSource => ({
  between,
  cells: cells.map(() => ''),
})
