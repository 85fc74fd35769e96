import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Session } from '#contract/sessions.ts'
import { Form } from '../../components/form.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { useApi } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'

const { changePassword } = api.sessions
const empty = { current: '', password: '' }

/** Another password, or the first one of an account that signs in by other means. */
export function PasswordForm({ session }: { session: Session }) {
  const hasPassword = session.account?.hasPassword !== false
  const form = useForm({ resolver: zodResolver(changePassword.body), defaultValues: empty })
  const changing = useApi(changePassword, {
    meta: { shown: 'in-form' },
    onSuccess: () => {
      form.reset(empty)
      toast.done('Changed your password; every other browser was signed out')
    },
  })
  return (
    <section aria-labelledby="account-password">
      <h2 id="account-password">Password</h2>
      <Form
        form={form}
        mutation={changing}
        schema={changePassword.body}
        shape="page"
        submit={hasPassword ? 'Change password' : 'Set password'}
        onSubmit={({ current, password }) =>
          changing.mutate({ body: { password, ...(hasPassword ? { current: current ?? '' } : {}) } })
        }
      >
        <input
          type="email"
          name="email"
          autoComplete="username"
          defaultValue={session.user.email}
          hidden
          readOnly
        />
        {hasPassword && (
          <PasswordField name="current" label="Present password" autoComplete="current-password" />
        )}
        <PasswordField
          name="password"
          label="New password"
          help="At least 12 characters. Every other browser is signed out."
          autoComplete="new-password"
        />
      </Form>
    </section>
  )
}
