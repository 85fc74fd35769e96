import type { Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { EXPRESSION_TAG, mayContainExpression } from './expression-tags.ts'
import { explicitAnchorOf, headingsOf } from './headings.ts'
import type { Span } from './nodes.ts'
import { parseMarkdown } from './parse.ts'

/** An expression in a text: `<code class="expression">space.vars.version</code>`. */
export type FoundExpression = Span & { readonly expression: string }

/** Longer expressions, and those over several lines, are code. */
const MAX_LENGTH = 2_000

/** The expressions of a parsed text in their order; none within code. */
export function expressionsOf(root: Root, body: string): FoundExpression[] {
  const found: FoundExpression[] = []
  const starts = new RegExp(EXPRESSION_TAG.source, 'g')
  visit(root, 'html', (node) => {
    const [from, to] = [node.position?.start.offset, node.position?.end.offset]
    if (from === undefined || to === undefined) return
    starts.lastIndex = from
    for (let open = starts.exec(body); open !== null && open.index < to; open = starts.exec(body)) {
      const begin = open.index + open[0].length
      const length = body.slice(begin, begin + MAX_LENGTH).search(/<\/code>|\n\s*\n/)
      if (length < 0 || body[begin + length] !== '<') continue
      // In Markdown, the tag is a node of its own, and backslashes escape signs.
      const isMarkdown = begin >= to
      const source = body.slice(begin, begin + length)
      const expression = textOf(isMarkdown ? source.replace(/\\([!-/:-@[-`{-~])/g, '$1') : source)
      found.push({ expression, start: open.index, end: begin + length + '</code>'.length })
    }
  })
  return found
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** The text of HTML without tags. */
const textOf = (source: string): string =>
  source
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole
      const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .replace(/\s+/g, ' ')
    .trim()

/**
 * A text with the values of its expressions as plain text, in Markdown and in HTML; nothing where `valueOf` returns
 * null. Headings keep their anchors.
 */
export function expandExpressions(body: string, valueOf: (expression: string) => string | null): string {
  if (!mayContainExpression(body)) return body
  const root = parseMarkdown(body)
  const values = expressionsOf(root, body).map(({ expression, start, end }) => ({
    start,
    end,
    text: asText(valueOf(expression) ?? ''),
  }))
  let result = ''
  let from = 0
  for (const { start, end, text } of [...values, ...anchorsFor(root, body)].sort(byPosition)) {
    if (start < from) continue
    result += body.slice(from, start) + text
    from = end
  }
  return result + body.slice(from)
}

type Insertion = Span & { readonly text: string }

const byPosition = (a: Span, b: Span): number => a.start - b.start || a.end - b.end

/** Explicit anchors for headings with expressions, at the ends of their texts. */
function anchorsFor(root: Root, body: string): Insertion[] {
  return headingsOf(root).flatMap(({ node, anchor }) => {
    const start = node.position?.start.offset ?? 0
    const end = node.children.at(-1)?.position?.end.offset ?? start
    if (!mayContainExpression(body.slice(start, end)) || explicitAnchorOf(node) !== undefined) return []
    return [{ start: end, end, text: `<a id="${anchor}"></a>` }]
  })
}

/** Character references are text in Markdown and in HTML, whatever they stand for. */
const asText = (value: string): string =>
  value
    .replace(/\s+/g, ' ')
    .replace(
      /[&<>"'`*[\]\\|~${}!]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|^[-+#=]|^\d(?=\d*[.)](?:\s|$))/gu,
      (sign) => `&#${sign.codePointAt(0)};`,
    )
