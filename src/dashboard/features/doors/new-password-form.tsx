import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import { Form, FormFault, FormSubmit } from '../../components/form.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { useWindowTitle } from '../../hooks/use-crumbs.ts'
import { useApi } from '../../lib/api.ts'
import { enter } from '../../lib/session.ts'

const { redeem } = api.sessions

/** Chooses the password of the account that a one-time link belongs to. */
export function NewPasswordForm({ link, email }: { link: string; email: string | undefined }) {
  useWindowTitle('Choose a password')
  const client = useQueryClient()
  const router = useRouter()
  const form = useForm({ resolver: zodResolver(redeem.body), defaultValues: { password: '' } })
  const redeeming = useApi(redeem, {
    meta: { shown: 'in-form' },
    onSuccess: (session) => {
      enter(client, session)
      router.history.push('/')
    },
  })
  return (
    <>
      <h1>Choose a password</h1>
      {email && <p className="si-lede">For the account {email}. The link works once.</p>}
      <Form
        form={form}
        mutation={redeeming}
        submit="Set password and sign in"
        shape="bare"
        isGuarded={false}
        onSubmit={(body) => redeeming.mutate({ params: { link }, body })}
      >
        <input type="email" name="email" autoComplete="username" defaultValue={email} hidden readOnly />
        <PasswordField
          name="password"
          label="Password"
          help="At least 12 characters"
          autoComplete="new-password"
        />
        <FormFault />
        <FormSubmit className="si-wide" withKeys={false} />
      </Form>
    </>
  )
}
