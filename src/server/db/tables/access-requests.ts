import type { RequestableRole } from '#contract/shared/permissions.ts'

/** A member's request for a role; one row for each member and subject. */
export type AccessRequestTable = {
  organization_id: string
  id: string
  subject_kind: 'space' | 'collection' | 'site'
  subject_id: string
  user_id: string
  role: RequestableRole
  message: string
  status: 'open' | 'granted' | 'declined' | 'withdrawn'
  created_at: Date
  decided_by: string | null
  decided_at: Date | null
  emailed_at: Date
}

/** Tables of access requests, see migration 0190. */
export type AccessRequestTables = { access_request: AccessRequestTable }
