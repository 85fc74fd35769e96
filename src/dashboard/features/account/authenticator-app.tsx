import { zodResolver } from '@hookform/resolvers/zod'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { code } from '#contract/second-factor.ts'
import { secondFactorQuery, useEnsureConfirmed } from '../../components/confirm-identity.tsx'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CopyField } from '../../components/ui/copy.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useApi } from '../../data/api.ts'
import { toast } from '../../lib/toast.ts'
import styles from './account.module.css'
import { useTurnOffApp } from './mutations.ts'

type Props = { /** Called after it was set up. */ onAdded: () => void }
type Secret = { secret: string; uri: string }

/** The authenticator app: set up, or turned off. */
export function AuthenticatorApp({ onAdded }: Props) {
  const { authenticatorApp: app } = useSuspenseQuery(secondFactorQuery).data
  const [secret, setSecret] = useState<Secret | null>(null)
  const ensureConfirmed = useEnsureConfirmed()
  const turnOff = useTurnOffApp()
  const setUp = useApi(api.secondFactors.startAuthenticatorApp, {
    meta: { refused: 'Couldn’t set up the authenticator app' },
    onSuccess: setSecret,
  })
  const start = async () => {
    if (await ensureConfirmed()) setUp.mutate({})
  }
  return (
    <section className="section-action" aria-labelledby="account-app">
      <div>
        <h2 id="account-app">Authenticator app</h2>
        <p>
          {app ? (
            <>
              Set up <Time at={app.createdAt} ago />. After your password, enter a code of the app.
            </>
          ) : (
            'An app on your phone generates a 6-digit code that you enter after your password.'
          )}
        </p>
      </div>
      {app ? (
        <Button variant="outline" onClick={() => void turnOff()}>
          Turn off…
        </Button>
      ) : (
        <Button variant="outline" aria-busy={setUp.isPending} onClick={() => void start()}>
          Set up
        </Button>
      )}
      {secret && <SetUpDialog secret={secret} onClose={() => setSecret(null)} onAdded={onAdded} />}
    </section>
  )
}

const fields = z.object({ code })

/** Shows the secret, once, and confirms it with a code. */
function SetUpDialog({ secret, onClose, onAdded }: Props & { secret: Secret; onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { code: '' } })
  const confirmation = useApi(api.secondFactors.confirmAuthenticatorApp, {
    meta: { shown: 'in-form' },
    onSuccess: () => {
      toast.done('Set up the authenticator app')
      onClose()
      onAdded()
    },
  })
  return (
    <Dialog
      title="Set up an authenticator app"
      description="Scan the QR code with an authenticator app or password manager, then enter the code it shows."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={confirmation}
        submit="Turn on"
        isGuarded={false}
        onCancel={onClose}
        onSubmit={(body) => confirmation.mutate({ body })}
      >
        <QrCode text={secret.uri} />
        <TextField
          name="code"
          label="Code"
          help="6 digits"
          autoComplete="one-time-code"
          inputMode="numeric"
          mono
        />
        <div className="field">
          <span className="label">Can’t scan it? Enter this key</span>
          <CopyField text={secret.secret} what="key" />
        </div>
      </Form>
    </Dialog>
  )
}

/** A QR code; the library is loaded with the first one. */
function QrCode({ text }: { text: string }) {
  const [rows, setRows] = useState<boolean[][] | null>(null)
  useEffect(() => {
    let isCurrent = true
    void import('uqr').then(({ encode }) => {
      if (isCurrent) setRows(encode(text, { ecc: 'M', border: 2 }).data)
    })
    return () => {
      isCurrent = false
    }
  }, [text])
  const size = rows?.length ?? 1
  const path = rows?.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for the authenticator app"
      shapeRendering="crispEdges"
    >
      <path d={path?.join('')} />
    </svg>
  )
}
