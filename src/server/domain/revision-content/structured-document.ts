import type { StructuredDocument } from '#contract/documents.ts'
import { DocumentError } from '#markup/document/document-error.ts'
import { normalizeDocument } from '#markup/document/normalize.ts'
import { markdownOf } from '#markup/document/write.ts'
import { invalid } from '../../errors.ts'

/**
 * The Markdown of a structured document. Parts that are also in `before` keep its spelling.
 * @param path the document's path in the request
 * @throws {DomainError} `validation` with the path of the invalid node
 */
export function markdownOfDocument(
  document: StructuredDocument,
  path: readonly (string | number)[],
  before = '',
): string {
  try {
    return markdownOf(normalizeDocument(document), before)
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    throw invalid([{ path: [...path, ...error.path], message: error.message }])
  }
}
