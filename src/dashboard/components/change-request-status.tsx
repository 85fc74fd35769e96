import type { ChangeRequest } from '#contract/change-requests.ts'
import { statusLabels, statusMarks } from '../lib/change-request-labels.ts'
import { Status } from './ui/marks.tsx'

/** Where a change request stands, in a word with its mark. */
export const ChangeRequestStatus = ({ status }: { status: ChangeRequest['status'] }) => (
  <Status {...statusMarks[status]}>{statusLabels[status]}</Status>
)
