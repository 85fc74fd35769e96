import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import styles from '../../components/auth-layout.module.css'
import { PasswordField, TextField } from '../../components/fields.tsx'
import { Form, FormError, FormSubmit } from '../../components/form.tsx'
import { useApi } from '../../data/api.ts'
import { startSession } from '../../data/session.ts'
import { useWindowTitle } from '../../hooks/use-breadcrumbs.ts'

const { signIn } = api.sessions

/** Signs in with email address and password. */
export function SignInForm({ to }: { to: string | undefined }) {
  useWindowTitle('Sign in')
  const client = useQueryClient()
  const router = useRouter()
  const form = useForm({ resolver: zodResolver(signIn.body), defaultValues: { email: '', password: '' } })
  const signInMutation = useApi(signIn, {
    meta: { shown: 'in-form' },
    onSuccess: (session) => {
      startSession(client, session)
      router.history.push(to ?? '/')
    },
  })
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
