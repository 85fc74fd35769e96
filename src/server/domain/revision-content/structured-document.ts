import type { StructuredDocument } from '#contract/documents.ts'
import type { DocumentError } from '#markup/document/document-error.ts'
import { invalid } from '../../errors.ts'
import { withJson } from '../../response-json.ts'
import { runTextTask } from '../../text-tasks/run.ts'

/**
 * The Markdown of a structured document. Parts that are also in `before` keep its spelling.
 * @param path the document's path in the request
 * @throws {DomainError} `validation` with the path of the invalid node
 */
export async function markdownOfDocument(
  document: StructuredDocument,
  path: readonly (string | number)[],
  before = '',
): Promise<string> {
  const json = JSON.stringify(document)
  try {
    return await runTextTask('markdownOfDocument', { json, before }, json, before)
  } catch (error) {
    // By its name, because the class of an error is lost on its way from a worker.
    if (!(error instanceof Error && error.name === 'DocumentFault')) throw error
    throw invalid([{ path: [...path, ...(error as DocumentError).path], message: error.message }])
  }
}

const EMPTY: StructuredDocument = { object: 'document', data: {}, nodes: [] }

/**
 * A response with the structured document of a text. Its nodes exist as JSON only, because a large page has too many
 * to be serialized at once.
 */
export async function documentResponse(markdown: string): Promise<StructuredDocument> {
  return withJson({ ...EMPTY }, await documentBytes(markdown))
}

/** The JSON of a document: 1 MB of text can become 42 MB, which are encoded where the text is parsed. */
async function documentBytes(markdown: string): Promise<Buffer> {
  const { buffer, byteOffset, byteLength } = await runTextTask('documentBytes', markdown, markdown)
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** `response` with the structured document of a text as its `document`; see `documentResponse`. */
export async function withDocument<T extends object>(
  response: T,
  markdown: string,
): Promise<T & { readonly document: StructuredDocument }> {
  const others = JSON.stringify(response).slice(1, -1)
  const before = Buffer.from(`{${others === '' ? '' : `${others},`}"document":`)
  const json = Buffer.concat([before, await documentBytes(markdown), Buffer.from('}')])
  return withJson({ ...response, document: EMPTY }, json)
}
