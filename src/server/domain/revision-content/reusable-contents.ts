import type { StructuredDocument } from '#contract/documents.ts'
import type { ReusableContent } from '#contract/files.ts'
import type { ReusableEntry } from '../../content/entries.ts'
import { type Content, shownBodyOf, withPaths } from '../../content/read.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { documentResponse } from './structured-document.ts'

/** The reusable contents of a revision, without their texts. */
export const presentReusables = async ({ reusables }: Content): Promise<ReusableContent[]> =>
  (await reusables()).map(presentReusable)

export const presentReusable = ({ id, title, body }: ReusableEntry): ReusableContent => ({
  id,
  title,
  ...(body === undefined ? {} : { document: body }),
})

/** One reusable content with its text. @throws {DomainError} `not_found` */
export async function reusableIn(ctx: Context, content: Content, id: string): Promise<ReusableContent> {
  const entry = await entryIn(content, id)
  const text = await shownBodyOf(ctx.db, content, entry)
  const { updatedAt } = entry
  return { ...presentReusable(entry), markdown: await withPaths(text, content.tree), updatedAt }
}

/** The text of one reusable content as a structured document. @throws {DomainError} `not_found` */
export async function reusableDocumentIn(
  ctx: Context,
  content: Content,
  id: string,
): Promise<StructuredDocument> {
  return documentResponse(await shownBodyOf(ctx.db, content, await entryIn(content, id)))
}

async function entryIn({ reusables }: Content, id: string): Promise<ReusableEntry> {
  const entry = (await reusables()).find((one) => one.id === id)
  if (entry === undefined) throw notFound('reusable content', id)
  return entry
}
