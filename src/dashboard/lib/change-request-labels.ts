import { Archive, CircleDashed, CircleDot, GitMerge, type LucideIcon } from 'lucide-react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import { labels } from './labels.ts'

type RequestStatus = ChangeRequest['status']

export const statusLabels: Readonly<Record<RequestStatus, string>> = {
  draft: 'Draft',
  open: 'Open',
  merged: 'Merged',
  archived: 'Archived',
}

export const statusMarks: Readonly<
  Record<RequestStatus, { icon: LucideIcon; tone?: 'open' | 'draft' | 'merged' }>
> = {
  draft: { icon: CircleDashed, tone: 'draft' },
  open: { icon: CircleDot, tone: 'open' },
  merged: { icon: GitMerge, tone: 'merged' },
  archived: { icon: Archive },
}

/** The label of a change request: its subject, or its number if it has none. */
export const subjectLabel = ({ subject, number }: Pick<ChangeRequest, 'subject' | 'number'>): string =>
  subject || `Change request #${number}`

/** The name of a change request within a sentence. */
export const quotedSubject = (request: Pick<ChangeRequest, 'subject' | 'number'>): string =>
  request.subject ? labels.quoted(request.subject) : `#${request.number}`
