import type { Defaulted, Nullable } from './people.ts'

export type StoredStatus = 'draft' | 'open' | 'merged' | 'archived'

export type ChangeRequestTable = {
  organization_id: string
  space_id: string
  id: string
  number: number
  status: Defaulted<StoredStatus>
  subject: Defaulted<string>
  /** Markdown; empty without one. */
  description: Defaulted<string>
  created_by: Nullable<string>
  created_at: Date
  updated_at: Date
  /** The head of the request; until the first edit that of the space. */
  revision_id: string
  revision_initial: string
  /** The revision of the space that was last merged into the request. */
  revision_ancestor: Nullable<string>
  revision_merged: Nullable<string>
  merged_by: Nullable<string>
  merged_at: Nullable<Date>
  /** Who wants it merged once nothing prevents it; null unless it is queued. */
  queued_by: Nullable<string>
  queued_at: Nullable<Date>
  /** Its head when it was queued. */
  queued_revision: Nullable<string>
  /** Open comments */
  comments: Defaulted<number>
  version: Defaulted<number>
}

export type ContributorTable = {
  organization_id: string
  space_id: string
  change_request_id: string
  user_id: string
  contribution: 'edit' | 'comment'
  count: Defaulted<number>
  updated_at: Date
}

export type ReviewerTable = {
  organization_id: string
  space_id: string
  change_request_id: string
  user_id: string
  revision_id: string
  requested_by: string
  created_at: Date
  /** Null since the last request. */
  reminded_at: Defaulted<Date | null>
}

/** A team whose review is requested; the first member who reviews becomes the requested reviewer in its place. */
export type TeamReviewerTable = Omit<ReviewerTable, 'user_id' | 'reminded_at'> & { team_id: string }

export type ReviewTable = {
  organization_id: string
  space_id: string
  change_request_id: string
  id: string
  revision_id: string
  reviewer_id: string
  requested_by: Nullable<string>
  status: 'approved' | 'changes-requested'
  /** Id of the comment that was posted with it. */
  comment: Nullable<string>
  /** The reviewer has submitted a newer review, or was requested again. */
  superseded: Defaulted<boolean>
  created_at: Date
  updated_at: Date
}

/** What a person has already seen of a change request. */
export type ChangeRequestSeenTable = {
  organization_id: string
  space_id: string
  change_request_id: string
  user_id: string
  revision_id: Nullable<string>
  seen_at: Nullable<Date>
  /** Ids of the pages that were marked as viewed, in the state of `pages_revision`. */
  pages: Defaulted<string[]>
  pages_revision: Nullable<string>
}

/** What change requests need before they can be merged; of the organization if both ids are null. */
export type MergeRulesTable = {
  organization_id: string
  collection_id: Nullable<string>
  space_id: Nullable<string>
  rules: unknown
  version: Defaulted<number>
  updated_at: Date
  updated_by: Nullable<string>
}

/** Tables of change requests. */
export type ChangeRequestTables = {
  change_request: ChangeRequestTable
  change_request_contributor: ContributorTable
  change_request_reviewer: ReviewerTable
  change_request_team_reviewer: TeamReviewerTable
  change_request_review: ReviewTable
  change_request_seen: ChangeRequestSeenTable
  merge_rules: MergeRulesTable
}
