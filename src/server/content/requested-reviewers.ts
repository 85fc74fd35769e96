import { type RawBuilder, sql } from 'kysely'
import type { RequestRef } from './request-rows.ts'

/** Selects `user_id` of everyone whose review of a change request is requested, personally or through a team. */
export const requestedReviewers = ({
  organizationId,
  changeRequestId,
}: Pick<RequestRef, 'organizationId' | 'changeRequestId'>): RawBuilder<unknown> => sql`
  select user_id from change_request_reviewer
    where organization_id = ${organizationId} and change_request_id = ${changeRequestId}
  union select membership.user_id from change_request_team_reviewer reviewer
    join team_member membership on membership.organization_id = reviewer.organization_id
      and membership.team_id = reviewer.team_id
    where reviewer.organization_id = ${organizationId} and reviewer.change_request_id = ${changeRequestId}`
