import { propertyText } from '../document/read-elements.ts'
import { type CardSource, type CardsSource, headerCells } from './cards.ts'

export type ColumnAttribute = 'align' | 'width'

/**
 * The source of a table with another value of an attribute of the header cell of a column, and every other byte as it
 * was; an empty value removes the attribute. Null if the source has another form.
 */
export function withColumnAttribute(
  source: CardsSource,
  index: number,
  name: ColumnAttribute,
  value: string,
): CardsSource | null {
  const cell = headerCells(source)[index]
  const start = cell?.position?.start.offset
  if (cell === undefined || start === undefined) return null
  const written = cell.data?.position?.properties?.[name]
  const [from, to] = written
    ? [written.start.offset, written.end.offset]
    : [start + cell.tagName.length + 1, start + cell.tagName.length + 1]
  if (from === undefined || to === undefined) return null
  const before = source.opening.slice(0, from)
  const opening =
    (value === '' ? before.trimEnd() : `${written ? before : `${before} `}${name}="${value}"`) +
    source.opening.slice(to)
  const next = { ...source, opening }
  const now = headerCells(next)[index]
  return (now && (propertyText(now.properties, name) ?? '')) === value ? next : null
}

const LAST_TAG = /(<td)((?:\s[^>]*)?)>$/i
const ATTRIBUTE = /\s+([^\s=>"'/]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?/g

/** A row whose cell of a column is aligned like the column. */
export const withoutAlign = (card: CardSource, index: number): CardSource => ({
  ...card,
  between: card.between.map((text, at) =>
    at === index
      ? text.replace(LAST_TAG, (_, tag: string, attributes: string) => `${tag}${withoutName(attributes)}>`)
      : text,
  ),
})

const withoutName = (attributes: string): string =>
  attributes.replace(ATTRIBUTE, (attribute, name: string) =>
    name.toLowerCase() === 'align' ? '' : attribute,
  )
