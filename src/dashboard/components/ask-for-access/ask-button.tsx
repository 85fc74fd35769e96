import { KeyRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useActions } from '../../hooks/use-actions.ts'
import { labels } from '../../lib/labels.ts'
import { Button } from '../ui/button.tsx'
import type { AccessSubject } from './requests.ts'

const AskDialog = lazy(async () => ({ default: (await import('./ask-dialog.tsx')).AskDialog }))

type Props = { subject: AccessSubject; title: string; className?: string }

/** A button that opens the dialog in which a stronger role can be asked for; for people who cannot edit. */
export function AskForAccessButton({ subject, title, className }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  useActions([
    { id: 'ask-for-access', label: `Ask for access to ${labels.quoted(title)}`, icon: KeyRound, run: open },
  ])
  return (
    <>
      <Button variant="outline" icon={KeyRound} className={className} onClick={open}>
        Ask for access
      </Button>
      {isOpen && (
        <Suspense>
          <AskDialog subject={subject} title={title} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
