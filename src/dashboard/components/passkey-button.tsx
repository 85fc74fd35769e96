import { CircleAlert, KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../data/query-client.ts'
import { PasskeyError } from '../lib/passkeys.ts'
import styles from './confirm-identity.module.css'
import { Button } from './ui/button.tsx'
import { Icon } from './ui/icon.tsx'

type Props = {
  label: string
  variant: 'primary' | 'outline'
  /** Asks the browser for a passkey and sends its response. */
  run: () => Promise<void>
  /** The error of the server. */
  error: Error | null
  isPending: boolean
  autoFocus?: boolean
}

/** A button that uses a passkey, and below it why that failed. */
export function PasskeyButton({ label, variant, run, error, isPending, autoFocus = false }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  useEffect(() => {
    if (autoFocus) button.current?.focus()
  }, [autoFocus])
  const isBusy = isAsking || isPending
  const onClick = async () => {
    if (isBusy) return
    setRefusal(null)
    setIsAsking(true)
    try {
      await run()
    } catch (reason) {
      setRefusal(reason instanceof Error ? reason : new Error(String(reason)))
    } finally {
      setIsAsking(false)
    }
  }
  const shown = refusal ?? error
  return (
    <div className={styles.passkey}>
      <Button
        ref={button}
        variant={variant}
        size="form"
        icon={KeyRound}
        aria-busy={isBusy}
        aria-disabled={isBusy || undefined}
        onClick={() => void onClick()}
      >
        {label}
      </Button>
      {shown && (
        <p className="form-fault" role="alert">
          <Icon of={CircleAlert} size="s" />
          <span>{shown instanceof PasskeyError ? shown.message : errorMessage(shown)}</span>
        </p>
      )}
    </div>
  )
}
