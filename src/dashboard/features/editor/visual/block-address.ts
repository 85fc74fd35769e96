import type { EditorView } from 'prosemirror-view'
import { blocksOf } from '#markup/blocks.ts'
import { headingsOf } from '#markup/headings.ts'
import { parseMarkdown } from '#markup/parse.ts'
import type { LinkContext } from '../../../components/page-text/page-links.ts'
import { anchorPrefix, paths } from '../../../lib/paths.ts'
import { textOfDocument, type VisualDocument } from './visual-document.ts'

/** Where a block is in the text of the page: its key for comments, and the anchor of its section. */
export function addressOfBlock(
  document: VisualDocument,
  { state: { doc } }: EditorView,
  at: number,
): { readonly key: string | undefined; readonly anchor: string | undefined } {
  const root = parseMarkdown(textOfDocument(document, doc))
  const before = doc.cut(0, at)
  const start = before.childCount === 0 ? 0 : textOfDocument(document, before).trimEnd().length
  const key = blocksOf(root).find(({ end }) => end > start)?.key
  const text = textOfDocument(document, doc.cut(0, at + (doc.nodeAt(at)?.nodeSize ?? 0)))
  const heading = headingsOf(root).findLast(({ node, isTopLevel }) => {
    const offset = node.position?.start.offset ?? 0
    return isTopLevel && offset < text.length
  })
  return { key, anchor: heading?.anchor }
}

/** The address of the page in the dashboard; undefined for other content than pages. */
export function pageAddress({ index, path, spaceId, pageTo }: LinkContext): string | undefined {
  const page = index.byPath.get(path)?.page
  if (page === undefined) return undefined
  return pageTo?.(page.id) ?? paths.page(spaceId, page.id)
}

export const withAnchor = (address: string, anchor: string | undefined): string =>
  anchor === undefined ? address : `${address}#${anchorPrefix}${anchor}`
