import { Copy, History, Lock, TriangleAlert } from 'lucide-react'
import { ApiError } from '#contract/client.ts'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Time } from '../../components/ui/time.tsx'
import { reasonOf } from '../../lib/query-client.ts'
import { words } from '../../lib/words.ts'

/** Why nothing was saved; what was written stays. */
export function NotSaved({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isLocked = error instanceof ApiError && error.type === 'space_locked'
  return (
    <div className="banner banner-warning ed-note" role="alert">
      <Icon of={isLocked ? Lock : TriangleAlert} />
      <p>
        {isLocked
          ? 'The space was locked while you wrote. What you wrote is kept in this browser until it is unlocked.'
          : `Not saved. ${reasonOf(error)} What you wrote is kept in this browser.`}
      </p>
      <Button look="line" onClick={onRetry}>
        {words.tryAgain}
      </Button>
    </div>
  )
}

type KeptProps = { at: string; onTake: () => void; onDrop: () => void }

/** Writing from an earlier time that was never saved. */
export const KeptNote = ({ at, onTake, onDrop }: KeptProps) => (
  <div className="banner ed-note" role="status">
    <Icon of={History} />
    <p>
      What you wrote here <Time at={at} ago /> was not saved.
    </p>
    <Button onClick={onDrop}>Discard it</Button>
    <Button look="line" onClick={onTake}>
      Bring it back
    </Button>
  </div>
)

type GoneProps = { title: string; onSaveAsNew: () => void; isSaving: boolean }

/** The page was deleted while it was written. */
export const GoneNote = ({ title, onSaveAsNew, isSaving }: GoneProps) => (
  <div className="banner banner-warning ed-note" role="alert">
    <Icon of={TriangleAlert} />
    <p>Somebody deleted {words.quoted(title)} while you wrote. What you wrote is still here.</p>
    <Button look="line" aria-busy={isSaving} onClick={onSaveAsNew}>
      Save as a new page
    </Button>
  </div>
)

/** The same person writes the page in another tab of this browser. */
export const ElsewhereNote = ({ onClose }: { onClose: () => void }) => (
  <div className="banner ed-note" role="status">
    <Icon of={Copy} />
    <p>You write this page in another tab too. Both are kept; whoever saves second is asked what stays.</p>
    <Button onClick={onClose}>{words.close}</Button>
  </div>
)
