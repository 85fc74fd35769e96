import type { Image, Link as LinkNode } from 'mdast'
import { visit } from 'unist-util-visit'
import { type Link, linksOf } from './links.ts'
import { parseMarkdown } from './parse.ts'

/** Whether a link can be removed so that its text remains. */
export const isRemovable = ({ kind, form }: Pick<Link, 'kind' | 'form'>): boolean =>
  (kind === 'link' || kind === 'image') && (form === 'bare' || form === 'angle')

/**
 * Removes links but leaves their text, or the alternative text of images. Definitions, tags and HTML are not changed.
 * @param shouldRemove called for each link with its index among all links of the text
 */
export function removeLinks(body: string, shouldRemove: (link: Link, index: number) => boolean): string {
  const root = parseMarkdown(body)
  const removedStarts = new Set(
    linksOf(root).flatMap((link, index) =>
      isRemovable(link) && shouldRemove(link, index) ? [link.start] : [],
    ),
  )
  const edits: { start: number; end: number; text: string }[] = []
  visit(root, (node) => {
    if (node.type !== 'link' && node.type !== 'image') return
    const start = node.data?.urlSpan?.start
    if (start === undefined || !removedStarts.has(start)) return
    edits.push({ ...spanOf(node), text: node.type === 'image' ? (node.alt ?? '') : innerSource(node, body) })
  })
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end, text: replacement }) => text.slice(0, start) + replacement + text.slice(end),
      body,
    )
}

const spanOf = ({ position }: LinkNode | Image) => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
})

function innerSource({ children }: LinkNode, body: string): string {
  const from = children[0]?.position?.start.offset
  const to = children.at(-1)?.position?.end.offset
  return from === undefined || to === undefined ? '' : body.slice(from, to)
}
