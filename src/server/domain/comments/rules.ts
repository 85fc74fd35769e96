import type { BodyInput } from '#contract/documents.ts'
import { isAtLeast, type Role } from '#contract/shared/permissions.ts'
import { documentOf } from '#markup/document/read.ts'
import { mentionsOf } from '#markup/mentions.ts'
import { parseMarkdown } from '#markup/parse.ts'
import { spacePermissions } from '../../auth/access.ts'
import { DomainError, invalid } from '../../errors.ts'
import { markdownOfDocument } from '../revision-content/structured-document.ts'

/** Most characters of a comment or a reply. */
export const MAX_TEXT_LENGTH = 20_000
/** Most different emoji on one comment or reply. */
export const MAX_EMOJI = 50
/** Most characters that are kept of a block that is commented on. */
const MAX_QUOTE_LENGTH = 1000

/** Who looks at a comment, as far as it decides what they may do with it. */
export type Reader = {
  readonly userId: string
  readonly role: Role | null
  readonly organizationRole: Role | null
}

/** What a reader may do with a comment or a reply (gaps 3.13). */
export function permissionsOn({ createdBy }: { readonly createdBy: string }, reader: Reader) {
  const { comment, admin } = spacePermissions(reader.role, reader.organizationRole)
  const edit = comment && (createdBy === reader.userId || admin)
  return { view: isAtLeast(reader.role, 'read'), edit, reply: comment, delete: edit, react: comment }
}

/** @throws {DomainError} `forbidden`: the text is for its author and for admins of the space */
export function expectCanEdit(posted: { readonly createdBy: string }, reader: Reader): void {
  if (permissionsOn(posted, reader).edit) return
  throw new DomainError('forbidden', 'Only who wrote this and admins of the space may change or delete it')
}

/** The text that was given, tidied; `{}` is an empty one. @throws {DomainError} `validation` */
export function commentText({ markdown, document }: BodyInput, at = 'body'): string {
  const converted =
    document === undefined ? '' : markdownOfDocument(document, ['body', at, 'document']).trimEnd()
  const text = (markdown ?? converted).replace(/\r\n?/g, '\n').toWellFormed()
  if (text.length <= MAX_TEXT_LENGTH) return text
  const message = `A comment has at most ${MAX_TEXT_LENGTH} characters`
  throw invalid([{ path: ['body', at, markdown === undefined ? 'document' : 'markdown'], message }])
}

/** A comment or reply as it is answered, with its text in the form that was asked for. */
export function inFormat<T extends { readonly body: { markdown?: string | undefined } }>(
  posted: T,
  format: 'document' | 'markdown' | undefined,
): T {
  if (format !== 'document') return posted
  return { ...posted, body: { document: documentOf(posted.body.markdown ?? '') } }
}

/** The ids that a text names, whoever they are. */
export const mentionedIds = (text: string): string[] =>
  /@\[|\/users\//.test(text) ? mentionsOf(parseMarkdown(text)) : []

/** What is kept of a block: its words, cut where they are many. */
export const quoteOf = (text: string): string => shortened(text, MAX_QUOTE_LENGTH)

/** What a comment is called in the log: its first words. */
export const labelOf = (text: string): string => shortened(text.replace(/\s+/g, ' ').trim(), 60) || 'Comment'

const shortened = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`
