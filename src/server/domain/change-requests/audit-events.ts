import type { AuditEventInput } from '../audit-events/record.ts'
import type { ChangeRequestRow } from './queries.ts'

type Verb =
  | 'create'
  | 'update'
  | 'merge'
  | 'queue'
  | 'unqueue'
  | 'revert'
  | 'update-from-space'
  | 'review'
  | 'reviewers'

/** The label of a change request in the audit log: its number, and its subject if it has one. */
export const labelOf = ({ number, subject }: Pick<ChangeRequestRow, 'number' | 'subject'>): string =>
  subject === '' ? `#${number}` : `#${number} ${subject}`

/** An audit event about a change request. */
export const changeRequestAuditEvent = (
  verb: Verb,
  request: Pick<ChangeRequestRow, 'id' | 'number' | 'subject'>,
  sides: Pick<AuditEventInput, 'before' | 'after'>,
): AuditEventInput => ({
  action: `change-request.${verb}`,
  target: { type: 'change-request', id: request.id, label: labelOf(request) },
  ...sides,
})

/** The fields that a PATCH writes, for the audit log. */
export const auditStateOf = ({
  subject,
  description,
  status,
}: Pick<ChangeRequestRow, 'subject' | 'description' | 'status'>) => ({
  subject,
  description,
  status,
})

/** The fields that an update from the space changes, for the audit log. */
export const baseStateOf = ({ revision, revisionAncestor, revisionInitial }: ChangeRequestRow) => ({
  revision,
  revisionMergedAncestor: revisionAncestor ?? revisionInitial,
})
