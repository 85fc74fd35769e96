import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { code, recoveryCode, type SecondFactor } from '#contract/second-factor.ts'
import { callApi, q, useApi } from '../data/api.ts'
import { errorMessage } from '../data/query-client.ts'
import { useSignOut } from '../data/session.ts'
import { applyPasskey, hasPasskeys } from '../lib/passkeys.ts'
import { toast } from '../lib/toast.ts'
import styles from './confirm-identity.module.css'
import { PasswordField, TextField } from './fields.tsx'
import { Form } from './form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { Button } from './ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from './ui/dialog.tsx'

export const secondFactorQuery = q(api.secondFactors.get, {})

type Method = SecondFactor['confirmBy'][number]

/** Asks the person to confirm who they are unless they recently did; false if they canceled. */
export type EnsureConfirmed = (options?: {
  /** A password is not enough: the session needs a second factor. */
  bySecondFactor?: boolean
}) => Promise<boolean>

const EnsureConfirmedContext = createContext<EnsureConfirmed>(async () => false)
export const useEnsureConfirmed = () => useContext(EnsureConfirmedContext)

/** Confirmations that end within this time are asked for again, so that the next step is still covered. */
const MARGIN_MS = 60_000

type Question = { methods: readonly Method[]; answer: (isConfirmed: boolean) => void }

/** Lets the views inside ask for a confirmation with `useEnsureConfirmed`. */
export function ConfirmIdentity({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [question, setQuestion] = useState<Question | null>(null)
  const ensureConfirmed = useMemo<EnsureConfirmed>(
    () =>
      async ({ bySecondFactor = false } = {}) => {
        try {
          const state = await client.fetchQuery({ ...secondFactorQuery, staleTime: 0 })
          if (bySecondFactor ? state.session.secondFactor : isConfirmed(state)) return true
          const methods = state.confirmBy.filter((method) => !bySecondFactor || method !== 'password')
          return await new Promise<boolean>((resolve) => setQuestion({ methods, answer: resolve }))
        } catch (error) {
          toast.refused('Couldn’t check that it’s you', { reason: errorMessage(error) })
          return false
        }
      },
    [client],
  )
  const close = (isConfirmed: boolean) => {
    setQuestion(null)
    question?.answer(isConfirmed)
  }
  return (
    <EnsureConfirmedContext value={ensureConfirmed}>
      {children}
      {question && <ConfirmDialog methods={question.methods} onClose={close} />}
    </EnsureConfirmedContext>
  )
}

const isConfirmed = ({ session: { confirmedUntil } }: SecondFactor): boolean =>
  confirmedUntil !== undefined && Date.parse(confirmedUntil) - Date.now() > MARGIN_MS

const methodLabels: Readonly<Record<Method, string>> = {
  password: 'Use your password',
  passkey: 'Use a passkey',
  code: 'Use your authenticator app',
  'recovery-code': 'Use a recovery code',
}

type DialogProps = { methods: readonly Method[]; onClose: (isConfirmed: boolean) => void }

function ConfirmDialog({ methods, onClose }: DialogProps) {
  const usable = methods.filter((method) => method !== 'passkey' || hasPasskeys())
  const [method, setMethod] = useState(usable[0])
  if (method === undefined) return <SignInAgain onClose={() => onClose(false)} />
  const others = usable.filter((other) => other !== method)
  const step = {
    onDone: () => onClose(true),
    onCancel: () => onClose(false),
    others: others.length > 0 && (
      <div className={styles.alternatives}>
        {others.map((other) => (
          <Button key={other} onClick={() => setMethod(other)}>
            {methodLabels[other]}
          </Button>
        ))}
      </div>
    ),
  }
  return (
    <Dialog
      key={method}
      title="Confirm it’s you"
      description="You’re about to change how you sign in. You won’t be asked again for 10 minutes."
      onClose={() => onClose(false)}
    >
      {method === 'passkey' ? (
        <PasskeyConfirmation {...step} />
      ) : (
        <TextConfirmation {...step} method={method} />
      )}
    </Dialog>
  )
}

/** Without a password and a second factor, only a new sign-in proves who it is. */
function SignInAgain({ onClose }: { onClose: () => void }) {
  const signOut = useSignOut()
  return (
    <Dialog
      title="Sign in again to continue"
      description="You signed in more than 10 minutes ago, and your account has no other way to confirm that it’s you. Sign out, sign in again, and come back here."
      onClose={onClose}
    >
      <div className="dialog-gap" />
      <DialogFoot>
        <Button size="form" onClick={onClose}>
          Cancel
        </Button>
        <Button size="form" variant="primary" onClick={signOut}>
          Sign out
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

type StepProps = { onDone: () => void; onCancel: () => void; others: ReactNode }

function PasskeyConfirmation({ onDone, onCancel, others }: StepProps) {
  const confirmation = useApi(api.secondFactors.confirm, { meta: { shown: 'in-form' }, onSuccess: onDone })
  return (
    <>
      <DialogBody>
        <PasskeyButton
          label="Use passkey"
          variant="primary"
          autoFocus
          error={confirmation.error}
          isPending={confirmation.isPending}
          run={async () => {
            const { token, options } = await callApi(api.secondFactors.confirmByPasskey, {})
            confirmation.mutate({ body: { token, passkey: await applyPasskey(options) } })
          }}
        />
        {others}
      </DialogBody>
      <DialogFoot>
        <Button size="form" onClick={onCancel}>
          Cancel
        </Button>
      </DialogFoot>
    </>
  )
}

const forms = {
  password: z.object({ password: z.string().min(1, 'Enter your password') }),
  code: z.object({ code }),
  'recovery-code': z.object({ recoveryCode }),
}

function TextConfirmation({
  method,
  onDone,
  onCancel,
  others,
}: StepProps & { method: Exclude<Method, 'passkey'> }) {
  const form = useForm<Record<string, string>>({
    resolver: zodResolver(forms[method] as z.ZodType<Record<string, string>, Record<string, string>>),
    defaultValues: { password: '', code: '', recoveryCode: '' },
  })
  const confirmation = useApi(api.secondFactors.confirm, { meta: { shown: 'in-form' }, onSuccess: onDone })
  return (
    <Form
      form={form}
      mutation={confirmation}
      submit="Confirm"
      isGuarded={false}
      onCancel={onCancel}
      onSubmit={(body) => confirmation.mutate({ body })}
    >
      {method === 'password' && (
        <PasswordField name="password" label="Password" autoComplete="current-password" />
      )}
      {method === 'code' && (
        <TextField
          name="code"
          label="Code"
          help="The 6 digits that your authenticator app shows."
          autoComplete="one-time-code"
          inputMode="numeric"
          mono
        />
      )}
      {method === 'recovery-code' && (
        <TextField
          name="recoveryCode"
          label="Recovery code"
          help="One of the codes you saved. Each works once."
          autoComplete="off"
          mono
        />
      )}
      {others}
    </Form>
  )
}
