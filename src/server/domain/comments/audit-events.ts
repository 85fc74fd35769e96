import type { AuditEventInput } from '../audit-events/record.ts'
import type { CommentRow } from './queries.ts'
import type { ReplyRow } from './reply-queries.ts'
import { labelOf } from './rules.ts'
import type { Subject } from './subject.ts'

type Verb =
  | 'create'
  | 'update'
  | 'resolve'
  | 'reopen'
  | 'react'
  | 'delete'
  | 'reply'
  | 'reply-update'
  | 'reply-delete'

/** An audit event about a comment or its replies. */
export const commentAuditEvent = (
  verb: Verb,
  { id, body }: Pick<CommentRow, 'id' | 'body'>,
  sides: Pick<AuditEventInput, 'before' | 'after'>,
): AuditEventInput => ({
  action: `comment.${verb}`,
  target: { type: 'comment', id, label: labelOf(body) },
  ...sides,
})

/** A comment with its target, for the audit log. */
export const auditStateOf = (
  { spaceId, changeRequestId }: Subject,
  {
    body,
    pageId,
    node,
  }: { readonly body: string; readonly pageId?: string | null; readonly node?: string | null },
) => ({
  body: bodyOf(body),
  space: spaceId,
  ...(changeRequestId === null ? {} : { changeRequest: changeRequestId }),
  ...(pageId ? { page: pageId } : {}),
  ...(node ? { node } : {}),
})

/** A reply, for the audit events of its comment. */
export const replyOf = ({ id, body }: Pick<ReplyRow, 'id' | 'body'>) => ({ reply: id, body: bodyOf(body) })

/** A body with the API's field name. */
export const bodyOf = (markdown: string) => ({ markdown })
