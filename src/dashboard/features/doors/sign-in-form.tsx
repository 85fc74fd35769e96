import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import { TextField } from '../../components/fields.tsx'
import { Form, FormFault, FormSubmit } from '../../components/form.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { useWindowTitle } from '../../hooks/use-crumbs.ts'
import { useApi } from '../../lib/api.ts'
import { enter } from '../../lib/session.ts'

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
      enter(client, session)
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
