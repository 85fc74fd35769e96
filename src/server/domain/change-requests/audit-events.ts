import type { AuditEventInput } from '../audit-events/record.ts'
import type { ChangeRequestRow } from './queries.ts'

type Verb = 'create' | 'update' | 'merge' | 'update-from-space' | 'review' | 'reviewers'

/** What a change request is called in the log: its number, and its subject if it has one. */
const labelOf = ({ number, subject }: Pick<ChangeRequestRow, 'number' | 'subject'>): string =>
  subject === '' ? `#${number}` : `#${number} ${subject}`

/** What was done to a change request, for the log. */
export const changeRequestAuditEvent = (
  verb: Verb,
  request: Pick<ChangeRequestRow, 'id' | 'number' | 'subject'>,
  sides: Pick<AuditEventInput, 'before' | 'after'>,
): AuditEventInput => ({
  action: `change-request.${verb}`,
  target: { type: 'change-request', id: request.id, label: labelOf(request) },
  ...sides,
})

/** What a PATCH would write. */
export const auditStateOf = ({ subject, status }: Pick<ChangeRequestRow, 'subject' | 'status'>) => ({
  subject,
  status,
})

/** What an update from the space changes. */
export const baseStateOf = ({ revision, revisionAncestor, revisionInitial }: ChangeRequestRow) => ({
  revision,
  revisionMergedAncestor: revisionAncestor ?? revisionInitial,
})
