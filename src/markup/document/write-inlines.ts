import type { PhrasingContent } from 'mdast'
import type { DocumentNode } from '#contract/documents.ts'
import { isText, word } from './make.ts'
import { emojiText, hasMark, type Mark, markNames } from './marks.ts'
import { addressIn } from './references.ts'
import { buttonHtml, closeOf, htmlInText, iconHtml, imageHtml, openOf } from './write-html.ts'

export type Style = {
  /** Everything as HTML, for text that the signs of Markdown cannot tell apart. */
  readonly isStrict: boolean
  /** Where a line break cannot be written as one. */
  readonly isOneLine: boolean
}

/** Inlines as the running text of Markdown. */
export function phrasingOf(nodes: readonly DocumentNode[], style: Style): PhrasingContent[] {
  if (style.isStrict && nodes.length > 0) return [raw(htmlInText(nodes))]
  return grouped(piecesOf(nodes, style))
}

/** What is written as it stands, under the marks that it has. */
type Piece = {
  readonly marks: readonly Mark[]
  readonly nodes: (marks: readonly Mark[]) => PhrasingContent[]
}

const raw = (value: string): PhrasingContent => ({ type: 'html', value })

function piecesOf(nodes: readonly DocumentNode[], style: Style): Piece[] {
  const pieces = nodes.flatMap(
    (node, index): (Omit<Piece, 'marks'> & { marks: readonly Mark[] | null })[] => {
      if (!isText(node)) return [inlinePiece(node, nodes[index - 1], style)]
      return (node.leaves ?? []).map(({ text, marks }) => ({
        marks: marks.filter(({ type }) => type !== 'code'),
        nodes: () =>
          marks.some(({ type }) => type === 'code')
            ? [{ type: 'inlineCode', value: text }]
            : lines(text, style),
      }))
    },
  )
  // What has no marks of its own stands under those that both its neighbours have.
  return pieces.map(({ marks, nodes: make }, index) => {
    if (marks !== null) return { marks, nodes: make }
    const before = pieces.slice(0, index).findLast((piece) => piece.marks !== null)?.marks ?? []
    const after = pieces.slice(index + 1).find((piece) => piece.marks !== null)?.marks ?? []
    return { marks: before.filter((mark) => hasMark(after, mark)), nodes: make }
  })
}

function lines(text: string, { isOneLine }: Style): PhrasingContent[] {
  return text
    .split('\n')
    .flatMap((line, index): PhrasingContent[] => [
      ...(index === 0 ? [] : [isOneLine ? raw('<br>') : ({ type: 'break' } as const)]),
      ...(line === '' ? [] : [{ type: 'text', value: line } as const]),
    ])
}

/** Neighbours under the same outermost mark are written under it together. */
function grouped(pieces: readonly Piece[]): PhrasingContent[] {
  const result: PhrasingContent[] = []
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at]
    const mark = piece === undefined ? undefined : firstOf(piece.marks)
    if (piece === undefined || mark === undefined) {
      result.push(...(piece?.nodes(piece.marks) ?? []))
      at += 1
      continue
    }
    const end = pieces.findIndex((other, index) => index > at && !hasMark(other.marks, mark))
    const run = pieces.slice(at, end < 0 ? undefined : end)
    const inner = run.map(({ marks, nodes }) => ({
      marks: marks.filter((one) => !hasMark([mark], one)),
      nodes: (left: readonly Mark[]) => nodes(left),
    }))
    result.push(...under(mark, grouped(inner)))
    at += run.length
  }
  return result
}

const firstOf = (marks: readonly Mark[]): Mark | undefined =>
  markNames.map((name) => marks.find(({ type }) => type === name)).find((mark) => mark !== undefined)

function under(mark: Mark, children: PhrasingContent[]): PhrasingContent[] {
  if (mark.type === 'bold') return [{ type: 'strong', children }]
  if (mark.type === 'italic') return [{ type: 'emphasis', children }]
  if (mark.type === 'strikethrough') return [{ type: 'delete', children }]
  return [raw(openOf(mark)), ...children, raw(closeOf(mark))]
}

function inlinePiece(node: DocumentNode, before: DocumentNode | undefined, style: Style) {
  const one = (...nodes: PhrasingContent[]) => ({ marks: null, nodes: () => nodes })
  switch (node.type) {
    case 'link':
      return linkPiece(node, style)
    case 'mention':
      return one(mention(node, before))
    case 'emoji':
      return one({ type: 'text', value: emojiText(word(node, 'code')) ?? '' })
    case 'icon':
      return one(raw(iconHtml(node)))
    case 'inline-math':
      return one({ type: 'formula', value: word(node, 'formula') })
    case 'inline-image':
      return one(image(node))
    case 'button':
      return one(raw(buttonHtml(node)))
    case 'footnote-ref':
      return one({ type: 'footnoteReference', identifier: word(node, 'label'), label: word(node, 'label') })
    case 'html':
      return one(raw(word(node, 'html')))
    default:
      return one(raw(htmlInText([node])))
  }
}

/** A link stands under the marks that all of its text has. */
function linkPiece({ data, nodes = [] }: DocumentNode, style: Style) {
  const leaves = nodes.flatMap((node) => node.leaves ?? [])
  const shared = (leaves[0]?.marks ?? []).filter(
    (mark) => mark.type !== 'code' && leaves.every(({ marks }) => hasMark(marks, mark)),
  )
  const bare = nodes.map((node) =>
    isText(node)
      ? {
          ...node,
          leaves: (node.leaves ?? []).map((leaf) => ({
            ...leaf,
            marks: leaf.marks.filter((mark) => !hasMark(shared, mark)),
          })),
        }
      : node,
  )
  const title = typeof data?.title === 'string' ? data.title : null
  const link = (): PhrasingContent[] => [
    { type: 'link', url: addressIn(data), title, children: phrasingOf(bare, style) },
  ]
  return { marks: leaves.length === 0 ? null : shared, nodes: link }
}

function mention(node: DocumentNode, before: DocumentNode | undefined): PhrasingContent {
  const url = addressIn(node.data)
  const user = /^\/users\/(.+)$/.exec(url)?.[1]
  const label = word(node, 'label')
  const ends = before === undefined ? '' : (before.leaves?.at(-1)?.text ?? '@')
  if (user !== undefined && label === '' && !/[\p{L}\p{N}@]$/u.test(ends)) return raw(`@[${user}]`)
  const children: PhrasingContent[] = label === '' ? [] : [{ type: 'text', value: label }]
  return { type: 'link', url, title: 'mention', children }
}

/** A picture as Markdown has it, unless it has a size. */
function image(node: DocumentNode): PhrasingContent {
  const isPlain = ['refDark', 'size', 'width', 'height'].every((name) => node.data?.[name] === undefined)
  if (!isPlain) return raw(imageHtml(node))
  const caption = word(node, 'caption')
  return { type: 'image', url: addressIn(node.data), alt: word(node, 'alt'), title: caption || null }
}
