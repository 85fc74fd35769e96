import type { BodyInput } from '#contract/documents.ts'
import { documentOf } from '#markup/document/read.ts'
import { invalid } from '../../errors.ts'
import { markdownOfDocument } from '../revision-content/structured-document.ts'

/** In characters. */
export const MAX_TEXT_LENGTH = 20_000

/**
 * The Markdown of a body, with normalized line breaks; `{}` is an empty text.
 * @throws {DomainError} `validation`
 */
export function commentText({ markdown, document }: BodyInput, at = 'body'): string {
  const converted =
    document === undefined ? '' : markdownOfDocument(document, ['body', at, 'document']).trimEnd()
  const text = (markdown ?? converted).replace(/\r\n?/g, '\n').toWellFormed()
  if (text.length <= MAX_TEXT_LENGTH) return text
  const message = `A comment has at most ${MAX_TEXT_LENGTH} characters`
  throw invalid([{ path: ['body', at, markdown === undefined ? 'document' : 'markdown'], message }])
}

/** A comment or reply with its body in the requested format. */
export function inFormat<T extends { readonly body: { markdown?: string | undefined } }>(
  posted: T,
  format: 'document' | 'markdown' | undefined,
): T {
  if (format !== 'document') return posted
  return { ...posted, body: { document: documentOf(posted.body.markdown ?? '') } }
}
