import type { ChangeRequest } from '#contract/change-requests.ts'
import { statusMarks, statusWords } from '../lib/request-words.ts'
import { Status } from './ui/marks.tsx'

/** Where a change request stands, in a word with its mark. */
export const RequestStatus = ({ status }: { status: ChangeRequest['status'] }) => (
  <Status {...statusMarks[status]}>{statusWords[status]}</Status>
)
