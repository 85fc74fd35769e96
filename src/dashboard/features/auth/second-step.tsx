import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { code, recoveryCode, type SecondFactorMethod } from '#contract/second-factor.ts'
import type { Session, SignInChallenge } from '#contract/sessions.ts'
import styles from '../../components/auth-layout.module.css'
import { TextField } from '../../components/fields.tsx'
import { Form, FormError, FormSubmit, useFirstFocus } from '../../components/form.tsx'
import { PasskeyButton } from '../../components/passkey-button.tsx'
import { Button } from '../../components/ui/button.tsx'
import { useApi } from '../../data/api.ts'
import { startSession } from '../../data/session.ts'
import { applyPasskey, hasPasskeys } from '../../lib/passkeys.ts'

const { completeSignIn } = api.sessions

type StepProps = {
  challenge: SignInChallenge
  onSession: (session: Session) => void
}

/** Starts the session and goes to where the person wanted to go. Back doesn’t return to the sign-in page. */
export function useStartSession(to: string | undefined): (session: Session) => void {
  const client = useQueryClient()
  const router = useRouter()
  return (session) => {
    startSession(client, session)
    router.history.replace(to ?? '/')
  }
}

const otherMethods: Readonly<Record<SecondFactorMethod, string>> = {
  passkey: 'Use a passkey',
  code: 'Use your authenticator app',
  'recovery-code': 'Use a recovery code',
}

/** The second step of a sign-in: a passkey, a code or a recovery code. */
export function SecondStep({
  challenge,
  onSession,
  onRestart,
}: StepProps & { /** Goes back to the password. */ onRestart: () => void }) {
  const methods = challenge.methods.filter((method) => method !== 'passkey' || hasPasskeys())
  const [method, setMethod] = useState<SecondFactorMethod>(methods[0] ?? 'recovery-code')
  return (
    <>
      <h1>Confirm it’s you</h1>
      {method === 'passkey' && <PasskeyStep challenge={challenge} onSession={onSession} />}
      {method === 'code' && <CodeStep challenge={challenge} onSession={onSession} />}
      {method === 'recovery-code' && <RecoveryStep challenge={challenge} onSession={onSession} />}
      <div className={styles.alternatives}>
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} onClick={() => setMethod(other)}>
              {otherMethods[other]}
            </Button>
          ))}
        <Button onClick={onRestart}>Start again</Button>
      </div>
    </>
  )
}

function PasskeyStep({ challenge: { token, passkeyOptions }, onSession }: StepProps) {
  const completion = useApi(completeSignIn, { meta: { shown: 'in-form' }, onSuccess: onSession })
  return (
    <>
      <p className={styles.lede}>Use the passkey of your account.</p>
      <PasskeyButton
        label="Use passkey"
        variant="primary"
        autoFocus
        error={completion.error}
        isPending={completion.isPending}
        run={async () => {
          const passkey = await applyPasskey(passkeyOptions ?? { challenge: '' })
          completion.mutate({ body: { token, passkey } })
        }}
      />
    </>
  )
}

const codeForm = z.object({ code })

function CodeStep({ challenge: { token }, onSession }: StepProps) {
  const form = useForm({ resolver: zodResolver(codeForm), defaultValues: { code: '' } })
  const completion = useApi(completeSignIn, { meta: { shown: 'in-form' }, onSuccess: onSession })
  useFirstFocus(form, 'code')
  return (
    <Form
      form={form}
      mutation={completion}
      submit="Confirm"
      shape="bare"
      isGuarded={false}
      onSubmit={(body) => completion.mutate({ body: { token, ...body } })}
    >
      <TextField
        name="code"
        label="Code"
        help="The 6 digits that your authenticator app shows."
        autoComplete="one-time-code"
        inputMode="numeric"
        mono
      />
      <FormError />
      <FormSubmit className={styles.wide} withKeys={false} />
    </Form>
  )
}

const recoveryForm = z.object({ recoveryCode })

function RecoveryStep({ challenge: { token }, onSession }: StepProps) {
  const form = useForm({ resolver: zodResolver(recoveryForm), defaultValues: { recoveryCode: '' } })
  const completion = useApi(completeSignIn, { meta: { shown: 'in-form' }, onSuccess: onSession })
  useFirstFocus(form, 'recoveryCode')
  return (
    <Form
      form={form}
      mutation={completion}
      submit="Confirm"
      shape="bare"
      isGuarded={false}
      onSubmit={(body) => completion.mutate({ body: { token, ...body } })}
    >
      <TextField
        name="recoveryCode"
        label="Recovery code"
        help="One of the 10 codes you saved. Each works once. No codes left? Ask an admin, or the person who runs this service, to remove your second factor."
        autoComplete="off"
        mono
      />
      <FormError />
      <FormSubmit className={styles.wide} withKeys={false} />
    </Form>
  )
}
