import type { Root } from 'mdast'
import { visit } from 'unist-util-visit'
import type { BlockTag, Span } from './nodes.ts'
import { parseMarkdown } from './parse.ts'

/** How deeply reusable contents may include each other. */
const MAX_DEPTH = 8
/** Length limit of a text with everything it includes. */
const MAX_LENGTH = 1_000_000

const ADDRESS = '/reusable-contents/([A-Za-z0-9_-]{1,64})'
const address = new RegExp(`^${ADDRESS}$`)
const mentions = new RegExp(ADDRESS, 'g')
const tagOnLine = new RegExp(String.raw`\{%-?\s*include\s+"${ADDRESS}"\s*-?%\}`)

/** A quick check whether a text may include reusable contents; it can return false positives. */
export const mayInclude = (body: string): boolean => body.includes('/reusable-contents/')

/** The ids of reusable contents that a text mentions, each once; those in code count too. */
export const idsMentionedIn = (body: string): string[] => [
  ...new Set([...body.matchAll(mentions)].map(([, id = '']) => id)),
]

/** A text that mentions other reusable contents instead, by their former ids; those in code are replaced too. */
export const withMentionedIds = (body: string, ids: ReadonlyMap<string, string>): string =>
  body.replaceAll(mentions, (whole, id: string) => {
    const other = ids.get(id)
    return other === undefined ? whole : `/reusable-contents/${other}`
  })

/** The Markdown that shows a reusable content. */
export const includeTag = (id: string): string => `{% include "/reusable-contents/${id}" %}`

/** The URL of an include tag and where it is written. */
type IncludeLink = Span & { readonly url: string }

/** A quick check whether a text may have include tags with any URL; it can return false positives. */
export const mayHaveIncludeTag = (body: string): boolean => /\{%-?\s*include\b/.test(body)

/** The URLs of all include tags. */
export const includeLinksOf = (root: Root): IncludeLink[] =>
  tagsIn(root).flatMap(({ name, attributes, spans }) =>
    name === 'include' && spans.url !== undefined ? [{ url: attributes.url ?? '', ...spans.url }] : [],
  )

/** Changes the URLs of includes, as `includeLinksOf` returns them, and nothing else; null leaves a URL unchanged. */
export function rewriteIncludesAt(
  body: string,
  links: readonly IncludeLink[],
  rewrite: (url: string) => string | null,
): string {
  let result = ''
  let from = 0
  for (const { start, end, url: written } of links) {
    const url = rewrite(written)
    if (url === null) continue
    result += body.slice(from, start) + url.replace(/["'\s]/g, encodeURIComponent)
    from = end
  }
  return result + body.slice(from)
}

/** The ids of the reusable contents that a parsed text includes, each once. */
export function includesIn(root: Root): string[] {
  return [...new Set(includeTagsIn(root).map(({ id }) => id))]
}

/**
 * Replaces include tags with the text they include. Missing contents are replaced with nothing, and so are contents
 * that include themselves, directly or indirectly. `onInclude` is called for every tag, including nested ones.
 */
export function expandIncludes(
  body: string,
  textOf: (id: string) => string | undefined,
  onInclude: (id: string) => void = () => undefined,
): string {
  let remaining = MAX_LENGTH
  const expand = (text: string, within: readonly string[]): string => {
    if (!mayInclude(text)) return text
    let result = ''
    let from = 0
    for (const { id, start, end } of includeTagsIn(parseMarkdown(text))) {
      onInclude(id)
      const isCut = remaining < 0 || within.includes(id) || within.length >= MAX_DEPTH
      const included = isCut ? '' : expand(textOf(id) ?? '', [...within, id]).trim()
      remaining -= included.length
      result += text.slice(from, start) + (remaining < 0 ? '' : indentLines(included, text, start))
      from = end
    }
    return result + text.slice(from)
  }
  return expand(body, [])
}

/** A text with what it includes, and where an offset in it is in the text before; null inside of what is included. */
export type ShownText = {
  readonly markdown: string
  readonly sourceOffset: (offset: number) => number | null
}

/** Replaces include tags as far as their texts are known. The beginning of what is included is where its tag is. */
export function withIncluded(body: string, textOf: (id: string) => string | undefined): ShownText {
  if (!mayInclude(body)) return { markdown: body, sourceOffset: (offset) => offset }
  const included: (Span & { readonly tag: Span })[] = []
  let markdown = ''
  let from = 0
  for (const { id, ...tag } of includeTagsIn(parseMarkdown(body))) {
    if (textOf(id) === undefined) continue
    markdown += body.slice(from, tag.start)
    const start = markdown.length
    markdown += indentLines(expandIncludes(includeTag(id), textOf), body, tag.start)
    included.push({ start, end: markdown.length, tag })
    from = tag.end
  }
  return {
    markdown: markdown + body.slice(from),
    sourceOffset: (offset) => {
      const last = included.findLast(({ start }) => start <= offset)
      if (last === undefined) return offset
      if (offset >= last.end) return offset - last.end + last.tag.end
      return offset === last.start ? last.tag.start : null
    },
  }
}

/** The include tag on a line of a text, with its offsets in the line. */
export function includeOnLine(line: string): (Span & { readonly id: string }) | undefined {
  const match = tagOnLine.exec(line)
  if (match === null) return undefined
  return { id: match[1] ?? '', start: match.index, end: match.index + match[0].length }
}

/** A text in place of an include tag, indented like it. */
export const detachedText = (included: string, text: string, at: number): string =>
  indentLines(included.trim(), text, at)

/** Indents further lines as deeply in lists and blockquotes as the first one. */
function indentLines(included: string, text: string, at: number): string {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at).replace(/[^>]/g, ' ')
  return included.replaceAll('\n', `\n${before}`)
}

function includeTagsIn(root: Root): (Span & { readonly id: string })[] {
  const tags: (Span & { readonly id: string })[] = []
  for (const node of tagsIn(root)) {
    const id = node.name === 'include' ? address.exec(node.attributes.url ?? '')?.[1] : undefined
    const [start, end] = [node.position?.start.offset, node.position?.end.offset]
    if (id !== undefined && start !== undefined && end !== undefined) tags.push({ id, start, end })
  }
  return tags.sort((a, b) => a.start - b.start)
}

function tagsIn(root: Root): BlockTag[] {
  const tags: BlockTag[] = []
  visit(root, 'blockTag', (node: BlockTag) => void tags.push(node))
  return tags
}
