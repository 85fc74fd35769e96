import type { Root } from 'mdast'
import { visit } from 'unist-util-visit'
import type { BlockTag, Span } from './nodes.ts'
import { parseMarkdown } from './parse.ts'

/** How deep texts may show each other. */
const deepest = 8
/** Most characters that a text may come to with all that it shows. */
const longest = 1_000_000

const address = /^\/reusable-contents\/([A-Za-z0-9_-]{1,64})$/

/** Whether a text may show reusable contents; quick, and true at times for one that does not. */
export const mayInclude = (body: string): boolean => body.includes('/reusable-contents/')

/** Changes the addresses of what a text shows and nothing else; null keeps an address. */
export function rewriteIncludes(body: string, rewrite: (url: string) => string | null): string {
  if (!/\{%-?\s*include\b/.test(body)) return body
  let result = ''
  let from = 0
  for (const { name, attributes, spans } of tagsIn(parseMarkdown(body))) {
    const span = name === 'include' ? spans.url : undefined
    const url = span === undefined ? null : rewrite(attributes.url ?? '')
    if (span === undefined || url === null) continue
    result += body.slice(from, span.start) + url.replace(/["'\s]/g, encodeURIComponent)
    from = span.end
  }
  return result + body.slice(from)
}

/** The ids of the reusable contents that a parsed text shows, each once. */
export function includesIn(root: Root): string[] {
  return [...new Set(placesIn(root).map(({ id }) => id))]
}

/**
 * A text with what it shows in place of the tags. What is not there leaves nothing, and a text that shows itself,
 * whatever the detour, is left out there. `onMet` is told of every tag that is come across, also in what is shown.
 */
export function withIncludes(
  body: string,
  textOf: (id: string) => string | undefined,
  onMet: (id: string) => void = () => undefined,
): string {
  let left = longest
  const expand = (text: string, within: readonly string[]): string => {
    if (!mayInclude(text)) return text
    let result = ''
    let from = 0
    for (const { id, start, end } of placesIn(parseMarkdown(text))) {
      onMet(id)
      const isCut = left < 0 || within.includes(id) || within.length >= deepest
      const shown = isCut ? '' : expand(textOf(id) ?? '', [...within, id]).trim()
      left -= shown.length
      result += text.slice(from, start) + (left < 0 ? '' : indented(shown, text, start))
      from = end
    }
    return result + text.slice(from)
  }
  return expand(body, [])
}

/** Further lines stand as deep in lists and quotations as the first. */
function indented(shown: string, text: string, at: number): string {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at).replace(/[^>]/g, ' ')
  return shown.replaceAll('\n', `\n${before}`)
}

function placesIn(root: Root): (Span & { readonly id: string })[] {
  const places: (Span & { readonly id: string })[] = []
  for (const node of tagsIn(root)) {
    const id = node.name === 'include' ? address.exec(node.attributes.url ?? '')?.[1] : undefined
    const [start, end] = [node.position?.start.offset, node.position?.end.offset]
    if (id !== undefined && start !== undefined && end !== undefined) places.push({ id, start, end })
  }
  return places.sort((a, b) => a.start - b.start)
}

function tagsIn(root: Root): BlockTag[] {
  const tags: BlockTag[] = []
  visit(root, 'blockTag', (node: BlockTag) => void tags.push(node))
  return tags
}
