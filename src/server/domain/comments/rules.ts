import { isAtLeast, type Role } from '#contract/shared/permissions.ts'
import { mentionsOf } from '#markup/mentions.ts'
import { parseMarkdown } from '#markup/parse.ts'
import { spacePermissions } from '../../auth/access.ts'
import { DomainError } from '../../errors.ts'
import { excerptOf } from '../home/rules.ts'
/** Different emoji per comment or reply. */
export const MAX_EMOJI = 50
/** Characters stored of the block that is commented on. */
const MAX_QUOTE_LENGTH = 1000

/** What decides about a reader's permissions on a comment. */
export type Reader = {
  readonly userId: string
  readonly role: Role | null
  readonly organizationRole: Role | null
}

/** What a reader may do with a comment or reply. */
export function permissionsOn({ createdBy }: { readonly createdBy: string }, reader: Reader) {
  const { comment, admin } = spacePermissions(reader.role, reader.organizationRole)
  const edit = comment && (createdBy === reader.userId || admin)
  return { view: isAtLeast(reader.role, 'read'), edit, reply: comment, delete: edit, react: comment }
}

/** Only the author and admins of the space may edit or delete. @throws {DomainError} `forbidden` */
export function expectCanEdit(posted: { readonly createdBy: string }, reader: Reader): void {
  if (permissionsOn(posted, reader).edit) return
  throw new DomainError('forbidden', 'Only the author and admins of the space can change or delete this')
}

/** The user ids mentioned in a text, whether or not they exist. */
export const mentionedIds = (text: string): string[] =>
  /@\[|\/users\//.test(text) ? mentionsOf(parseMarkdown(text)) : []

/** The stored quote of a block, shortened if needed. */
export const quoteOf = (text: string): string => shortened(text, MAX_QUOTE_LENGTH)

/** The label of a comment in the audit log: the beginning of its text without formatting. */
export const labelOf = (text: string): string =>
  shortened(
    excerptOf(text, () => undefined),
    60,
  ) || 'Comment'

const shortened = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`
