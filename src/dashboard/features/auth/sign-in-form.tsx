import { zodResolver } from '@hookform/resolvers/zod'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { SignInChallenge } from '#contract/sessions.ts'
import styles from '../../components/auth-layout.module.css'
import { PasswordField, TextField } from '../../components/fields.tsx'
import { Form, FormError, FormSubmit } from '../../components/form.tsx'
import { useApi } from '../../data/api.ts'
import { useWindowTitle } from '../../hooks/use-breadcrumbs.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { SecondStep, useStartSession } from './second-step.tsx'

const { signIn } = api.sessions

/** Signs in with email address and password, and a second factor if the account has one; or with a passkey alone. */
export function SignInForm({ to }: { to: string | undefined }) {
  useWindowTitle('Sign in')
  const [challenge, setChallenge] = useState<SignInChallenge | null>(null)
  const onSession = useStartSession(to)
  const form = useForm({ resolver: zodResolver(signIn.body), defaultValues: { email: '', password: '' } })
  const signInMutation = useApi(signIn, {
    meta: { shown: 'in-form' },
    onSuccess: (result) => (result.object === 'session' ? onSession(result) : setChallenge(result)),
  })
  if (challenge)
    return <SecondStep challenge={challenge} onSession={onSession} onRestart={() => setChallenge(null)} />
  return (
    <>
      <h1>Sign in to Lectern</h1>
      <Form
        form={form}
        mutation={signInMutation}
        submit="Sign in"
        shape="bare"
        isGuarded={false}
        onSubmit={(body) => signInMutation.mutate({ body })}
      >
        <TextField name="email" label="E-mail" type="email" autoComplete="username" />
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
      </Form>
      <PasskeySignIn onSession={onSession} />
    </>
  )
}

/** Shown until the setup link, which the service prints at startup, was used. */
export function SetupRequired() {
  useWindowTitle('Set up')
  return (
    <>
      <h1>Lectern waits to be set up</h1>
      <p className={styles.lede}>
        Open the one-time link that the service printed when it started. A restart prints a new one.
      </p>
    </>
  )
}
