import { zodResolver } from '@hookform/resolvers/zod'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import { TextField } from '../../components/fields.tsx'
import { Form, FormFault, FormSubmit } from '../../components/form.tsx'
import { ButtonFace, buttonClass } from '../../components/ui/button.tsx'
import { useWindowTitle } from '../../hooks/use-crumbs.ts'
import { useApi } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'

const { forgotPassword } = api.sessions

/** Asks for a link to choose a new password. What is said never tells whether there is such an account. */
export function ForgotPasswordForm({ email = '' }: { email: string | undefined }) {
  useWindowTitle('Forgot password')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({ resolver: zodResolver(forgotPassword.body), defaultValues: { email } })
  const asking = useApi(forgotPassword, { meta: { shown: 'in-form' } })
  if (sentTo !== null) return <Sent to={sentTo} />
  return (
    <>
      <h1>Forgot your password?</h1>
      <p className="si-lede">You get a link by mail with which you choose a new one.</p>
      <Form
        form={form}
        mutation={asking}
        submit="Send the link"
        shape="bare"
        isGuarded={false}
        onSubmit={(body) => asking.mutate({ body }, { onSuccess: () => setSentTo(body.email) })}
      >
        <TextField name="email" label="E-mail" type="email" autoComplete="username" />
        <FormFault />
        <FormSubmit className="si-wide" withKeys={false} />
        <p className="soft">
          <Link className="link" to={places.signIn}>
            Back to sign in
          </Link>
        </p>
      </Form>
    </>
  )
}

const Sent = ({ to }: { to: string }) => (
  <div role="status">
    <h1>Look into your mail</h1>
    <p className="si-lede">
      If {to} has an account here, a link is on its way. Where this service sends no mail, an admin can give
      you one.
    </p>
    <Link className={buttonClass('line', 'form')} to={places.signIn}>
      <ButtonFace>Back to sign in</ButtonFace>
    </Link>
  </div>
)
