import type { ReusableContent } from '#contract/files.ts'
import type { DocumentPage } from '#contract/pages.ts'
import { isApiError } from '../../data/api.ts'
import { type ContentRef, contentPaths, fetchPage, fetchPageAt, fetchRevision } from '../../data/content.ts'
import {
  fetchReusableContent,
  fetchReusableContentAt,
  reusableContentPath,
} from '../../data/reusable-content.ts'

export const editorModes = ['visual', 'write', 'both', 'read'] as const
export type EditorMode = (typeof editorModes)[number]

/** The editable parts of a page or reusable content. */
export type Draft = { readonly title: string; readonly markdown: string }

/** A page or reusable content as of one revision. */
export type PageVersion = Draft & { readonly revision: string; readonly updatedAt?: string | undefined }

/** What the editor edits. */
export type EditedDocument = {
  readonly kind: 'page' | 'reusable-content'
  readonly id: string
  /** Where the page is. */
  readonly path?: string | undefined
  readonly description?: string | undefined
}

export type EditableDocument = { readonly document: EditedDocument; readonly base: PageVersion }
export type EditablePage = EditableDocument & { readonly page: DocumentPage }

/** The word for it in sentences such as `Ada saved this page`. */
export const nounOf = ({ kind }: EditedDocument): string => (kind === 'page' ? 'page' : 'content')

/** Where it is shown without the editor. */
export const pathOf = (at: ContentRef, { kind, id }: EditedDocument): string =>
  kind === 'page' ? contentPaths(at).page(id) : reusableContentPath(at)

const MAX_ATTEMPTS = 4

/** What is edited of a page or reusable content, and when it was last edited. */
export const versionOf = ({ title, markdown = '', updatedAt }: DocumentPage | ReusableContent) => ({
  title,
  markdown,
  updatedAt,
})

/**
 * Reads something and its revision without the cache. If the revision were newer than the text, saving would undo
 * changes of others made in between.
 */
async function readWithRevision<T>(at: ContentRef, read: () => Promise<T>): Promise<[T, string]> {
  let revision = await fetchRevision(at)
  for (let attempt = 1; ; attempt++) {
    const content = await read()
    const after = await fetchRevision(at)
    // After several attempts the older revision is used: at worst, the user sees an unnecessary conflict.
    if (after === revision || attempt === MAX_ATTEMPTS) return [content, revision]
    revision = after
  }
}

/** A page to edit, with its revision. Undefined if the page is not a document. */
export async function loadForEditing(at: ContentRef, pageId: string): Promise<EditablePage | undefined> {
  const [page, revision] = await readWithRevision(at, () => fetchPage(at, pageId))
  if (page.type !== 'document') return undefined
  const { path, description } = page
  return {
    page,
    document: { kind: 'page', id: pageId, path, description },
    base: { ...versionOf(page), revision },
  }
}

/** Reusable content to edit, with its revision. */
async function loadReusableContent(at: ContentRef, id: string): Promise<EditableDocument> {
  const [content, revision] = await readWithRevision(at, () => fetchReusableContent(at, id))
  return { document: { kind: 'reusable-content', id }, base: { ...versionOf(content), revision } }
}

/** Reusable content to edit; undefined if there is none. */
export const findReusableContent = (at: ContentRef, id: string): Promise<EditableDocument | undefined> =>
  loadReusableContent(at, id).catch((error: unknown) => {
    if (isApiError(error, 404)) return undefined
    throw error
  })

/** What is being edited, as it is now. */
export const reload = (
  at: ContentRef,
  { kind, id }: EditedDocument,
): Promise<EditableDocument | undefined> =>
  kind === 'page' ? loadForEditing(at, id) : loadReusableContent(at, id)

/** What is being edited, as of a revision; undefined if the revision doesn’t have it. */
export async function loadVersion(
  { spaceId }: ContentRef,
  { kind, id }: EditedDocument,
  revision: string,
): Promise<PageVersion | undefined> {
  if (kind !== 'page') return { ...versionOf(await fetchReusableContentAt(spaceId, revision, id)), revision }
  const page = await fetchPageAt(spaceId, revision, id)
  return page.type === 'document' ? { ...versionOf(page), revision } : undefined
}
