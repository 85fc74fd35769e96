import type { Email } from './email.ts'

/** Options of nodemailer for the headers of an email. */
type HeaderOptions = {
  readonly headers: Readonly<Record<string, string>>
  readonly list?: { readonly id: { readonly url: string; readonly comment: string } }
  readonly messageId?: string
  readonly inReplyTo?: string
  readonly references?: string
}

/**
 * The headers that make emails a conversation, let people unsubscribe, and stop automatic replies. `baseUrl` is the
 * address of the service; its host completes identifiers.
 */
export function headersOf({ thread, list }: Email, baseUrl: string): HeaderOptions {
  const host = new URL(baseUrl).hostname
  const root = thread && `<${thread.key}@${host}>`
  return {
    headers: {
      // RFC 3834; Exchange knows only its own header.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(list === undefined
        ? {}
        : {
            'List-Unsubscribe': `<${list.unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    ...(list === undefined ? {} : { list: { id: { url: `${list.id}.${host}`, comment: list.name } } }),
    ...(thread === undefined || root === undefined
      ? {}
      : { messageId: `<${thread.messageKey}@${host}>`, inReplyTo: root, references: root }),
  }
}
