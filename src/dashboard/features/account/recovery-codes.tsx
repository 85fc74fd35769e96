import { useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { api } from '#contract/api.ts'
import { secondFactorQuery, useEnsureConfirmed } from '../../components/confirm-identity.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CopyButton } from '../../components/ui/copy.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { useApi } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import styles from './account.module.css'

type Props = { isCreating: boolean; onCreating: (is: boolean) => void; email: string }

/** How many recovery codes are left, and new ones. */
export function RecoveryCodes({ isCreating, onCreating, email }: Props) {
  const { enabled, recoveryCodes } = useSuspenseQuery(secondFactorQuery).data
  const ensureConfirmed = useEnsureConfirmed()
  const create = async () => {
    if (await ensureConfirmed()) onCreating(true)
  }
  return (
    <section className="section-action" aria-labelledby="account-codes">
      <div>
        <h2 id="account-codes">Recovery codes</h2>
        <p>
          {!enabled && 'They let you sign in if you lose your passkeys and your app. Add one of those first.'}
          {enabled &&
            recoveryCodes === 0 &&
            'You have no codes. Without them, losing your device locks you out.'}
          {enabled && recoveryCodes > 0 && `${recoveryCodes} of 10 codes left. Each works once.`}
        </p>
      </div>
      {enabled && (
        <Button variant={recoveryCodes === 0 ? 'primary' : 'outline'} onClick={() => void create()}>
          {recoveryCodes === 0 ? 'Create codes' : 'Create new codes'}
        </Button>
      )}
      {isCreating && <CodesDialog email={email} onClose={() => onCreating(false)} />}
    </section>
  )
}

/** Creates the codes and shows them, once. */
function CodesDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const creation = useApi(api.secondFactors.createRecoveryCodes, { meta: { shown: 'in-form' } })
  const { mutate, data, error } = creation
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    mutate({})
  }, [mutate])
  const text = data?.codes.join('\n') ?? ''
  return (
    <Dialog
      title="Save your recovery codes"
      description="Store them where you can reach them without this device, such as in your password manager. Each code signs you in once. You won’t see them again, and earlier codes no longer work."
      canDismiss={false}
      onClose={onClose}
    >
      <DialogBody>
        {error && (
          <p className="form-fault" role="alert">
            {errorMessage(error)}
          </p>
        )}
        <ul className={styles.codes} aria-label="Recovery codes" aria-busy={creation.isPending}>
          {data?.codes.map((one) => (
            <li key={one} className="mono">
              {one}
            </li>
          ))}
        </ul>
        {data && (
          <div className={styles.codeActions}>
            <CopyButton text={text} what="recovery codes" size="form" />
            <a
              className="btn btn-outline btn-form"
              download="lectern-recovery-codes.txt"
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(
                `Recovery codes for ${email} at ${location.host}\nEach works once.\n\n${text}\n`,
              )}`}
            >
              <Download className="icon" aria-hidden="true" />
              <span>Download</span>
            </a>
          </div>
        )}
      </DialogBody>
      <DialogFoot>
        <Button variant="primary" size="form" onClick={onClose}>
          {data ? 'I saved them' : 'Close'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
