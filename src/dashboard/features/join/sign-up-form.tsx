import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import { TextField } from '../../components/fields.tsx'
import { Form, FormFault, FormSubmit } from '../../components/form.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { useApi } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { enter } from '../../lib/session.ts'
import type { InvitePlace } from './invitation-words.ts'

const { signUp } = api.sessions

/** Makes an account and joins by it, for who has none; who has one signs in and comes back. */
export function SignUpForm({ place }: { place: InvitePlace }) {
  const client = useQueryClient()
  const router = useRouter()
  const form = useForm({
    resolver: zodResolver(signUp.body),
    defaultValues: { ...place, displayName: '', email: '', password: '' },
  })
  const signingUp = useApi(signUp, {
    meta: { shown: 'in-form' },
    onSuccess: (session) => {
      enter(client, session)
      router.history.push(places.home(place.organizationId))
    },
  })
  return (
    <Form
      form={form}
      mutation={signingUp}
      schema={signUp.body}
      submit="Make account and join"
      shape="bare"
      isGuarded={false}
      onSubmit={(body) => signingUp.mutate({ body })}
    >
      <TextField name="displayName" label="Name" autoComplete="name" />
      <TextField name="email" label="E-mail" type="email" autoComplete="username" />
      <PasswordField
        name="password"
        label="Password"
        help="At least 12 characters"
        autoComplete="new-password"
      />
      <FormFault />
      <FormSubmit className="si-wide" withKeys={false} />
      <p className="soft">
        You have an account?{' '}
        <Link
          className="link"
          to={places.signIn}
          search={{ to: places.join(place.organizationId, place.inviteId) }}
        >
          Sign in to join
        </Link>
      </p>
    </Form>
  )
}
