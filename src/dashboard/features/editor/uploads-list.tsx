import { CircleAlert, X } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { words } from '../../lib/words.ts'
import type { Upload } from './use-uploads.ts'

type Props = { uploads: readonly Upload[]; onDismiss: (id: number) => void }

/** The files that are on their way, and those that were not taken. */
export function UploadsList({ uploads, onDismiss }: Props) {
  if (uploads.length === 0) return null
  return (
    <ul className="ed-uploads" aria-label="Files being added">
      {uploads.map((one) => (
        <li key={one.id}>
          {one.reason === undefined ? <OnItsWay of={one} /> : <NotTaken of={one} onDismiss={onDismiss} />}
        </li>
      ))}
    </ul>
  )
}

const OnItsWay = ({ of }: { of: Upload }) => (
  <>
    <span className="truncate">{of.name}</span>
    <progress max={1} value={of.part} aria-label={`Adding ${of.name}`} />
    <span className="meta faint num">{Math.round(of.part * 100)} %</span>
  </>
)

const NotTaken = ({ of, onDismiss }: { of: Upload; onDismiss: (id: number) => void }) => (
  <>
    <Icon of={CircleAlert} size="s" className="i-danger" />
    <p role="alert">
      {words.quoted(of.name)} was not added. {of.reason}
    </p>
    {of.retry && (
      <Button size="small" look="line" onClick={of.retry}>
        {words.tryAgain}
      </Button>
    )}
    <IconButton
      small
      tip={false}
      className="btn-plain"
      icon={X}
      label={`Forget ${of.name}`}
      onClick={() => onDismiss(of.id)}
    />
  </>
)
