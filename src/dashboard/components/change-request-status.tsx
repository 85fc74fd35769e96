import type { ChangeRequest } from '#contract/change-requests.ts'
import { statusLabels, statusMarks } from '../lib/change-request-labels.ts'
import { Status } from './ui/marks.tsx'

/** The status of a change request, as a label with an icon. */
export const ChangeRequestStatus = ({ status }: { status: ChangeRequest['status'] }) => (
  <Status {...statusMarks[status]}>{statusLabels[status]}</Status>
)
