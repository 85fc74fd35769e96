import { useQuery } from '@tanstack/react-query'
import { labels } from '../../lib/labels.ts'
import { roleNames } from '../../lib/role-labels.ts'
import { Dialog } from '../ui/dialog.tsx'
import { AskForAccess } from './ask-for-access.tsx'
import { type AccessSubject, accessOptionsQuery } from './requests.ts'

type Props = { subject: AccessSubject; title: string; onClose: () => void }

/** Asks for a stronger role in a dialog. */
export function AskDialog({ subject, title, onClose }: Props) {
  const { data } = useQuery(accessOptionsQuery(subject))
  const where = `${subject.kind === 'site' ? 'on' : 'in'} ${labels.quoted(title)}`
  return (
    <Dialog
      title="Ask for access"
      description={data?.role ? `You have the ${roleNames[data.role]} role ${where}.` : undefined}
      onClose={onClose}
    >
      <AskForAccess subject={subject} onClose={onClose} />
    </Dialog>
  )
}
