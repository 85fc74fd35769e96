import type { Image, Link as LinkNode } from 'mdast'
import { visit } from 'unist-util-visit'
import type { Link } from './link.ts'
import { linksOf } from './links.ts'
import { parseMarkdown } from './parse.ts'

/** Whether a link can be taken out of a text so that its words stay. */
export const isRemovable = ({ kind, form }: Pick<Link, 'kind' | 'form'>): boolean =>
  (kind === 'link' || kind === 'image') && (form === 'bare' || form === 'angle')

/**
 * Takes links out of a text and leaves their words, of pictures what they are said to show. Definitions, tags and
 * HTML stay as they are.
 * @param isMeant asked for each link with its index among all links of the text
 */
export function withoutLinks(body: string, isMeant: (link: Link, index: number) => boolean): string {
  const root = parseMarkdown(body)
  const meant = new Set(
    linksOf(root).flatMap((link, index) => (isRemovable(link) && isMeant(link, index) ? [link.start] : [])),
  )
  const edits: { start: number; end: number; text: string }[] = []
  visit(root, (node) => {
    if (node.type !== 'link' && node.type !== 'image') return
    const start = node.data?.urlSpan?.start
    if (start === undefined || !meant.has(start)) return
    edits.push({ ...outer(node), text: node.type === 'image' ? (node.alt ?? '') : inside(node, body) })
  })
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: words }) => text.slice(0, start) + words + text.slice(end), body)
}

const outer = ({ position }: LinkNode | Image) => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
})

function inside({ children }: LinkNode, body: string): string {
  const from = children[0]?.position?.start.offset
  const to = children.at(-1)?.position?.end.offset
  return from === undefined || to === undefined ? '' : body.slice(from, to)
}
