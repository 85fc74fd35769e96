import type { StructuredDocument } from '#contract/documents.ts'
import { DocumentFault } from '#markup/document/document-error.ts'
import { checkedDocument } from '#markup/document/normalize.ts'
import { markdownOf } from '#markup/document/write.ts'
import { invalid } from '../../errors.ts'

/**
 * The Markdown of a structured document that a caller gave; what `before` says too stays written as it is there.
 * @param path where the document stands in the request
 * @throws {DomainError} `validation` with the path of the node that is at fault
 */
export function markdownGiven(
  document: StructuredDocument,
  path: readonly (string | number)[],
  before = '',
): string {
  try {
    return markdownOf(checkedDocument(document), before)
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error
    throw invalid([{ path: [...path, ...error.path], message: error.message }])
  }
}
