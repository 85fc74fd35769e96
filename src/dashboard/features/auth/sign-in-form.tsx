import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import { TextField } from '#dashboard/components/fields.tsx'
import { Form, FormFault, FormSubmit } from '#dashboard/components/form.tsx'
import { PasswordField } from '#dashboard/components/password-field.tsx'
import { useApi } from '#dashboard/data/api.ts'
import { startSession } from '#dashboard/data/session.ts'
import { useWindowTitle } from '#dashboard/hooks/use-breadcrumbs.ts'

const { signIn } = api.sessions

/** E-mail address and password. */
export function SignInForm({ to }: { to: string | undefined }) {
  useWindowTitle('Sign in')
  const client = useQueryClient()
  const router = useRouter()
  const form = useForm({ resolver: zodResolver(signIn.body), defaultValues: { email: '', password: '' } })
  const signingIn = useApi(signIn, {
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
        mutation={signingIn}
        submit="Sign in"
        shape="bare"
        isGuarded={false}
        onSubmit={(body) => signingIn.mutate({ body })}
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
        <FormFault />
        <FormSubmit className="si-wide" withKeys={false} />
      </Form>
    </>
  )
}

/** Nobody has an account yet, and only the printed link makes the first one. */
export function SetUpWaits() {
  useWindowTitle('Set up')
  return (
    <>
      <h1>Lectern waits to be set up</h1>
      <p className="si-lede">
        Open the one-time link that the service printed when it started. A restart prints a new one.
      </p>
    </>
  )
}
