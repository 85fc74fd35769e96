import type { Act } from '../audit-events/record.ts'
import type { RequestRow } from './queries.ts'

type Verb = 'create' | 'update' | 'merge' | 'update-from-space' | 'review' | 'reviewers'

/** What a change request is called in the log: its number, and its subject if it has one. */
const labelOf = ({ number, subject }: Pick<RequestRow, 'number' | 'subject'>): string =>
  subject === '' ? `#${number}` : `#${number} ${subject}`

/** What was done to a change request, for the log. */
export const requestAct = (
  verb: Verb,
  request: Pick<RequestRow, 'id' | 'number' | 'subject'>,
  sides: Pick<Act, 'before' | 'after'>,
): Act => ({
  action: `change-request.${verb}`,
  target: { type: 'change-request', id: request.id, label: labelOf(request) },
  ...sides,
})

/** What a PATCH would write. */
export const writtenOf = ({ subject, status }: Pick<RequestRow, 'subject' | 'status'>) => ({
  subject,
  status,
})

/** What an update from the space changes. */
export const heldBy = ({ revision, revisionAncestor, revisionInitial }: RequestRow) => ({
  revision,
  revisionMergedAncestor: revisionAncestor ?? revisionInitial,
})
