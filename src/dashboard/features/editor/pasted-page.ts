import type { PageIndex } from '../../components/page-text/page-index.ts'
import { labels } from '../../lib/labels.ts'
import { anchorPrefix, paths } from '../../lib/paths.ts'
import { markdownLink } from './page-completions.ts'

/** A page whose dashboard URL was pasted. */
type PastedPage = { readonly spaceId: string; readonly pageId: string; readonly anchor: string }

/** The page of a dashboard URL; null for any other text. */
export function pastedPage(text: string, origin: string): PastedPage | null {
  const url = text.trim()
  const prefix = `${origin}${paths.space('')}`
  const match = url.startsWith(prefix)
    ? /^([\w-]{1,64})\/p\/([\w-]{1,64})(?:#(\S*))?$/.exec(url.slice(prefix.length))
    : null
  if (!match) return null
  const [, spaceId = '', pageId = '', anchor = ''] = match
  return {
    spaceId,
    pageId,
    anchor: anchor.startsWith(anchorPrefix) ? anchor.slice(anchorPrefix.length) : anchor,
  }
}

/** Whether the text before the cursor ends where a URL goes: in a Markdown link, in angle brackets or in an attribute. */
export const isUrlExpected = (before: string): boolean => /(?:\]\(|\]:\s*|["'<=])$/.test(before)

/** A link to a page of the space being edited, with the selected text or the title; null for any other page. */
export function linkToPastedPage(
  { pageId, anchor }: PastedPage,
  { byId }: PageIndex,
  selectedText: string,
): string | null {
  const page = byId.get(pageId)?.page
  if (page?.type !== 'document' || selectedText.includes('\n')) return null
  const address = `/${page.path}.md${anchor && `#${anchor}`}`
  // Selected text is Markdown already.
  return selectedText.trim() === ''
    ? markdownLink({ title: page.title || labels.untitled, address })
    : `[${selectedText}](${address})`
}
