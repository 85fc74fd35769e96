import type { BodyInput } from '#contract/documents.ts'
import { costOf } from '#markup/text-cost.ts'
import { invalid } from '../../errors.ts'
import { runTextTask } from '../../text-tasks/run.ts'
import { markdownOfDocument } from '../revision-content/structured-document.ts'

/** In characters. */
export const MAX_TEXT_LENGTH = 20_000

/** In the units of `costOf`; 20,000 characters of ordinary text cost a tenth. */
const MAX_TEXT_COST = 60_000

/**
 * The Markdown of a body, with normalized line breaks; `{}` is an empty text.
 * @throws {DomainError} `validation`
 */
export async function commentText({ markdown, document }: BodyInput, at = 'body'): Promise<string> {
  const converted =
    document === undefined ? '' : (await markdownOfDocument(document, ['body', at, 'document'])).trimEnd()
  const text = (markdown ?? converted).replace(/\r\n?/g, '\n').toWellFormed()
  const message =
    text.length > MAX_TEXT_LENGTH ? `Comments can have up to ${MAX_TEXT_LENGTH} characters` : problemOf(text)
  if (message === null) return text
  throw invalid([{ path: ['body', at, markdown === undefined ? 'document' : 'markdown'], message }])
}

/** A thread is shown as a whole, so that each comment of it must be cheap to parse. */
function problemOf(text: string): string | null {
  const { total, mostly } = costOf(text)
  return total <= MAX_TEXT_COST ? null : `This comment has too many ${mostly} to display. Use fewer`
}

/** A comment or reply with its body in the requested format. */
export async function inFormat<T extends { readonly body: { markdown?: string | undefined } }>(
  posted: T,
  format: 'document' | 'markdown' | undefined,
): Promise<T> {
  if (format !== 'document') return posted
  const { markdown = '' } = posted.body
  return { ...posted, body: { document: await runTextTask('document', markdown, markdown) } }
}

/** Comments or replies with their bodies in the requested format. */
export async function allInFormat<T extends Parameters<typeof inFormat>[0]>(
  posted: readonly T[],
  format: 'document' | 'markdown' | undefined,
): Promise<T[]> {
  const all: T[] = []
  for (const one of posted) all.push(await inFormat(one, format))
  return all
}
