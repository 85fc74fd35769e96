import { zodResolver } from '@hookform/resolvers/zod'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { SignInChallenge } from '#contract/sessions.ts'
import styles from '../../components/auth-layout.module.css'
import { PasswordField, TextField } from '../../components/fields.tsx'
import { Form, FormError, FormSubmit, useFirstFocus } from '../../components/form.tsx'
import { useApi } from '../../data/api.ts'
import { useWindowTitle } from '../../hooks/use-breadcrumbs.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { SecondStep, useStartSession } from './second-step.tsx'
import { SsoButtons, SsoFailed, type SsoFailure, useSsoLogins } from './sso-sign-in.tsx'

const { signIn } = api.sessions

type Props = {
  to: string | undefined
  failure?: SsoFailure | undefined
  /** The session ended while the person was working. */
  isSessionEnded?: boolean
}

/**
 * Signs in with email address and password, and a second factor if the account has one; with a provider of the email
 * address; or with a passkey alone.
 */
export function SignInForm({ to, failure, isSessionEnded = false }: Props) {
  useWindowTitle('Sign in')
  const [challenge, setChallenge] = useState<SignInChallenge | null>(null)
  const [wantsPassword, setWantsPassword] = useState(false)
  const onSession = useStartSession(to)
  const form = useForm({ resolver: zodResolver(signIn.body), defaultValues: { email: '', password: '' } })
  useFirstFocus(form, 'email')
  const { logins, required } = useSsoLogins(form.watch('email'))
  const signInMutation = useApi(signIn, {
    meta: { shown: 'in-form' },
    onSuccess: (result) => (result.object === 'session' ? onSession(result) : setChallenge(result)),
  })
  if (challenge)
    return <SecondStep challenge={challenge} onSession={onSession} onRestart={() => setChallenge(null)} />
  const hidesPassword = required && !wantsPassword
  return (
    <>
      <h1>Sign in to Lectern</h1>
      {failure && <SsoFailed failure={failure} />}
      {isSessionEnded && !failure && (
        <p className={styles.lede} role="status">
          Your session has ended. Sign in to continue where you were; what you typed is still there.
        </p>
      )}
      <Form
        form={form}
        mutation={signInMutation}
        submit="Sign in"
        variant={logins.length > 0 ? 'outline' : 'primary'}
        shape="bare"
        isGuarded={false}
        onSubmit={(body) => signInMutation.mutate({ body })}
      >
        <TextField name="email" label="Email" type="email" autoComplete="username" />
        {logins.length > 0 && <SsoButtons logins={logins} to={to} isPrimary />}
        {hidesPassword ? (
          <p className="soft">
            Your organization uses single sign-on.{' '}
            <button type="button" className="link" onClick={() => setWantsPassword(true)}>
              Use a password instead
            </button>
          </p>
        ) : (
          <>
            <PasswordField
              name="password"
              label="Password"
              autoComplete="current-password"
              aside={
                <Link
                  className="link meta"
                  to="/forgot-password"
                  search={{ email: form.watch('email') || undefined }}
                >
                  Forgot password?
                </Link>
              }
            />
            <FormError />
            <FormSubmit className={styles.wide} withKeys={false} />
          </>
        )}
      </Form>
      {!hidesPassword && <PasskeySignIn onSession={onSession} />}
    </>
  )
}

/** Shown until the setup link, which the service prints at startup, was used. */
export function SetupRequired() {
  useWindowTitle('Set up')
  return (
    <>
      <h1>Lectern isn’t set up yet</h1>
      <p className={styles.lede}>
        Open the one-time link that the service printed when it started. Restart the service to get a new one.
      </p>
    </>
  )
}
