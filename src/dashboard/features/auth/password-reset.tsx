import { zodResolver } from '@hookform/resolvers/zod'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { SignInChallenge } from '#contract/sessions.ts'
import styles from '../../components/auth-layout.module.css'
import { TextField } from '../../components/fields.tsx'
import { Form, FormError, FormSubmit, useFirstFocus } from '../../components/form.tsx'
import { ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { useApi } from '../../data/api.ts'
import { useWindowTitle } from '../../hooks/use-breadcrumbs.ts'
import { paths } from '../../lib/paths.ts'
import { NewPasswordField } from './new-account-fields.tsx'
import { SecondStep, useStartSession } from './second-step.tsx'

const { forgotPassword } = api.sessions

/** Requests a password reset link. The answer never reveals whether the account exists. */
export function ForgotPasswordForm({ email = '' }: { email: string | undefined }) {
  useWindowTitle('Forgot password')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({ resolver: zodResolver(forgotPassword.body), defaultValues: { email } })
  useFirstFocus(form, 'email')
  const request = useApi(forgotPassword, { meta: { shown: 'in-form' } })
  if (sentTo !== null) return <LinkSent to={sentTo} />
  return (
    <>
      <h1>Forgot your password?</h1>
      <p className={styles.lede}>You’ll get an email with a link to choose a new one.</p>
      <Form
        form={form}
        mutation={request}
        submit="Send link"
        shape="bare"
        isGuarded={false}
        onSubmit={(body) => request.mutate({ body }, { onSuccess: () => setSentTo(body.email) })}
      >
        <TextField name="email" label="Email" type="email" autoComplete="username" />
        <FormError />
        <FormSubmit className={styles.wide} withKeys={false} />
        <p className="soft">
          <Link className="link" to={paths.signIn}>
            Back to sign in
          </Link>
        </p>
      </Form>
    </>
  )
}

const LinkSent = ({ to }: { to: string }) => (
  <div role="status">
    <h1>Check your email</h1>
    <p className={styles.lede}>
      If {to} has an account here, a link is on its way. If this service doesn’t send email, ask an admin for
      a link.
    </p>
    <Link className={buttonClass('outline', 'form')} to={paths.signIn}>
      <ButtonContent>Back to sign in</ButtonContent>
    </Link>
  </div>
)

const { redeem } = api.sessions

/** Sets the password of the account that a one-time link belongs to. */
export function NewPasswordForm({ link, email }: { link: string; email: string | undefined }) {
  useWindowTitle('Choose a password')
  const [challenge, setChallenge] = useState<SignInChallenge | null>(null)
  const onSession = useStartSession(undefined)
  const navigate = useNavigate()
  const form = useForm({ resolver: zodResolver(redeem.body), defaultValues: { password: '' } })
  useFirstFocus(form, 'password')
  const redemption = useApi(redeem, {
    meta: { shown: 'in-form' },
    onSuccess: (result) => (result.object === 'session' ? onSession(result) : setChallenge(result)),
  })
  // The link is used up: starting again means signing in with the new password.
  const onRestart = () => void navigate({ to: paths.signIn })
  if (challenge) return <SecondStep challenge={challenge} onSession={onSession} onRestart={onRestart} />
  return (
    <>
      <h1>Choose a password</h1>
      {email && <p className={styles.lede}>For the account {email}. The link works once.</p>}
      <Form
        form={form}
        mutation={redemption}
        submit="Set password and sign in"
        shape="bare"
        isGuarded={false}
        onSubmit={(body) => redemption.mutate({ params: { link }, body })}
      >
        <input type="email" name="email" autoComplete="username" defaultValue={email} hidden readOnly />
        <NewPasswordField />
        <FormError />
        <FormSubmit className={styles.wide} withKeys={false} />
      </Form>
    </>
  )
}
