import type { DocumentPage } from '#contract/pages.ts'
import { type ContentRef, fetchPage, fetchRevision } from '../../data/content.ts'

export const editorModes = ['visual', 'write', 'both', 'read'] as const
export type EditorMode = (typeof editorModes)[number]

/** The editable parts of a page. */
export type Draft = { readonly title: string; readonly markdown: string }

/** A page as of one revision. */
export type PageVersion = Draft & { readonly revision: string; readonly updatedAt?: string | undefined }

export type EditablePage = { readonly page: DocumentPage; readonly base: PageVersion }

const MAX_ATTEMPTS = 4

/** What is edited of a page, and when it was last edited. */
export const versionOf = ({ title, markdown = '', updatedAt }: DocumentPage) => ({
  title,
  markdown,
  updatedAt,
})

/**
 * Reads a page and its revision without the cache. If the revision were newer than the text, saving would undo
 * changes of others made in between. Undefined if the page is not a document.
 */
export async function loadForEditing(at: ContentRef, pageId: string): Promise<EditablePage | undefined> {
  let revision = await fetchRevision(at)
  for (let attempt = 1; ; attempt++) {
    const page = await fetchPage(at, pageId)
    const after = await fetchRevision(at)
    // After several attempts the older revision is used: at worst, the user sees an unnecessary conflict.
    if (after === revision || attempt === MAX_ATTEMPTS) {
      if (page.type !== 'document') return undefined
      return { page, base: { ...versionOf(page), revision } }
    }
    revision = after
  }
}
