import type { PhrasingContent } from 'mdast'
import type { DocumentNode } from '#contract/documents.ts'
import { emojiText, hasMark, type Mark, markNames } from './marks.ts'
import { dataText, isText } from './nodes.ts'
import { addressIn } from './references.ts'
import { buttonHtml, closeOf, htmlInText, iconHtml, imageHtml, openOf } from './write-html.ts'

export type Style = {
  /** Write everything as HTML, for text that Markdown syntax cannot express unambiguously. */
  readonly isStrict: boolean
  /** Write line breaks as `<br>`, because the text must be on one line. */
  readonly isOneLine: boolean
}

/** Inlines as phrasing content of Markdown. */
export function phrasingOf(nodes: readonly DocumentNode[], style: Style): PhrasingContent[] {
  if (style.isStrict && nodes.length > 0) return [raw(htmlInText(nodes))]
  return groupByMark(piecesOf(nodes, style))
}

/** Content that is written as a unit, with its marks. */
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
  // A node without marks gets the marks that both neighbors share, so that these are not interrupted.
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

/** Combines adjacent pieces with the same outermost mark. */
function groupByMark(pieces: readonly Piece[]): PhrasingContent[] {
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
    result.push(...wrapInMark(mark, groupByMark(inner)))
    at += run.length
  }
  return result
}

const firstOf = (marks: readonly Mark[]): Mark | undefined =>
  markNames.map((name) => marks.find(({ type }) => type === name)).find((mark) => mark !== undefined)

function wrapInMark(mark: Mark, children: PhrasingContent[]): PhrasingContent[] {
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
      return one({ type: 'text', value: emojiText(dataText(node, 'code')) ?? '' })
    case 'icon':
      return one(raw(iconHtml(node)))
    case 'inline-math':
      return one({ type: 'formula', value: dataText(node, 'formula') })
    case 'inline-image':
      return one(image(node))
    case 'button':
      return one(raw(buttonHtml(node)))
    case 'footnote-ref':
      return one({
        type: 'footnoteReference',
        identifier: dataText(node, 'label'),
        label: dataText(node, 'label'),
      })
    case 'html':
      return one(raw(dataText(node, 'html')))
    default:
      return one(raw(htmlInText([node])))
  }
}

/** Marks that all text of a link has are written around the link. */
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
  const label = dataText(node, 'label')
  const ends = before === undefined ? '' : (before.leaves?.at(-1)?.text ?? '@')
  if (user !== undefined && label === '' && !/[\p{L}\p{N}@]$/u.test(ends)) return raw(`@[${user}]`)
  const children: PhrasingContent[] = label === '' ? [] : [{ type: 'text', value: label }]
  return { type: 'link', url, title: 'mention', children }
}

/** A Markdown image, or HTML if it has a size or a dark version. */
function image(node: DocumentNode): PhrasingContent {
  const isPlain = ['refDark', 'size', 'width', 'height'].every((name) => node.data?.[name] === undefined)
  if (!isPlain) return raw(imageHtml(node))
  const caption = dataText(node, 'caption')
  return { type: 'image', url: addressIn(node.data), alt: dataText(node, 'alt'), title: caption || null }
}
