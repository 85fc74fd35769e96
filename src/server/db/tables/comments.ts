import type { Defaulted, Nullable } from './people.ts'

export type CommentTable = {
  organization_id: string
  space_id: string
  id: string
  /** Null for a comment on the space itself. */
  change_request_id: Nullable<string>
  page_id: Nullable<string>
  page_title: Nullable<string>
  page_path: Nullable<string>
  /** Hash of the page's text. */
  page_body: Nullable<string>
  /** Key of the block. */
  node: Nullable<string>
  /** Words of the block. */
  quote: Nullable<string>
  revision_id: string
  /** Markdown */
  body: string
  mentions: Defaulted<string[]>
  created_by: string
  created_at: Date
  edited_at: Nullable<Date>
  resolved_by: Nullable<string>
  resolved_at: Nullable<Date>
  version: Defaulted<number>
}

export type CommentReplyTable = {
  organization_id: string
  space_id: string
  comment_id: string
  id: string
  /** Markdown */
  body: string
  mentions: Defaulted<string[]>
  created_by: string
  created_at: Date
  edited_at: Nullable<Date>
  version: Defaulted<number>
}

export type CommentReactionTable = {
  organization_id: string
  space_id: string
  comment_id: string
  /** The comment or the reply. */
  subject_id: string
  emoji: string
  user_id: string
  reacted_at: Date
}

/** Tables of comments, see migration 0025. */
export type CommentTables = {
  comment: CommentTable
  comment_reply: CommentReplyTable
  comment_reaction: CommentReactionTable
}
