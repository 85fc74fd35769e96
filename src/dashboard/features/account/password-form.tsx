import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Session } from '#contract/sessions.ts'
import { useEnsureConfirmed } from '../../components/confirm-identity.tsx'
import { PasswordField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { useApi } from '../../data/api.ts'
import { toast } from '../../lib/toast.ts'

const { changePassword } = api.sessions
const empty = { current: '', password: '' }

/** Changes the password, or sets the first one for an account that signs in through single sign-on. */
export function PasswordForm({ session }: { session: Session }) {
  const hasPassword = session.account?.hasPassword !== false
  const ensureConfirmed = useEnsureConfirmed()
  const form = useForm({ resolver: zodResolver(changePassword.body), defaultValues: empty })
  const passwordChange = useApi(changePassword, {
    meta: { shown: 'in-form' },
    onSuccess: () => {
      form.reset(empty)
      toast.done('Changed your password and signed out all other browsers')
    },
  })
  return (
    <section aria-labelledby="account-password">
      <h2 id="account-password">Password</h2>
      <Form
        form={form}
        mutation={passwordChange}
        schema={changePassword.body}
        shape="page"
        submit={hasPassword ? 'Change password' : 'Set password'}
        onSubmit={async ({ current, password }) => {
          if (!hasPassword && !(await ensureConfirmed())) return
          passwordChange.mutate({ body: { password, ...(hasPassword ? { current: current ?? '' } : {}) } })
        }}
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
          <PasswordField name="current" label="Current password" autoComplete="current-password" />
        )}
        <PasswordField
          name="password"
          label="New password"
          help="At least 12 characters. All other browsers are signed out."
          autoComplete="new-password"
        />
      </Form>
    </section>
  )
}
