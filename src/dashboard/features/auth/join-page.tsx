import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Invitation, Session } from '#contract/sessions.ts'
import { isAtLeast } from '#contract/shared/permissions.ts'
import { TextField } from '#dashboard/components/fields.tsx'
import { Form, FormFault, FormSubmit } from '#dashboard/components/form.tsx'
import { PasswordField } from '#dashboard/components/password-field.tsx'
import { Avatar } from '#dashboard/components/ui/avatar.tsx'
import { Button, ButtonFace, buttonClass } from '#dashboard/components/ui/button.tsx'
import { Icon } from '#dashboard/components/ui/icon.tsx'
import { useApi } from '#dashboard/data/api.ts'
import { errorMessage } from '#dashboard/data/query-client.ts'
import { roleIn, sessionQuery, startSession } from '#dashboard/data/session.ts'
import { useWindowTitle } from '#dashboard/hooks/use-breadcrumbs.ts'
import { paths } from '#dashboard/lib/paths.ts'
import { type InvitePlace, inviteGives, inviteTitle } from './labels.ts'

type Props = { place: InvitePlace; invitation: Invitation; session: Session | null }

/** What an invite link leads to, and the way in: with the account one has, or with a new one. */
export function JoinPage({ place, invitation, session }: Props) {
  useWindowTitle(`Join ${invitation.organization.title}`)
  const own = session ? roleIn(session, place.organizationId) : null
  const isThere = invitation.to.type === 'organization' && isAtLeast(own, invitation.role)
  if (session && isThere) return <ThereAlready organization={invitation.organization} />
  return (
    <>
      <h1>Join {inviteTitle(invitation)}</h1>
      <p className="si-lede">{inviteGives(invitation)}</p>
      {session ? (
        <JoinAs place={place} organization={invitation.organization.title} session={session} />
      ) : (
        <SignUpForm place={place} />
      )}
    </>
  )
}

type JoinAsProps = { place: InvitePlace; organization: string; session: Session }

/** Joins with the account that is signed in. */
function JoinAs({ place, organization, session }: JoinAsProps) {
  const client = useQueryClient()
  const router = useRouter()
  const joining = useApi(api.organizationInvites.accept, {
    meta: { shown: 'in-form' },
    onSuccess: async () => {
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
      router.history.push(paths.home(place.organizationId))
    },
  })
  const leaving = useApi(api.sessions.signOut, {
    onSuccess: async () => {
      client.clear()
      await router.invalidate()
    },
  })
  const { user } = session
  return (
    <div className="si-fields">
      <p className="line">
        <Avatar id={user.id} name={user.displayName} size="m" />
        <span className="truncate">
          <b className="name">{user.displayName}</b> <span className="faint">{user.email}</span>
        </span>
      </p>
      {joining.error && (
        <p className="form-fault" role="alert">
          <Icon of={CircleAlert} size="s" />
          <span>{errorMessage(joining.error)}</span>
        </p>
      )}
      <Button
        look="ink"
        size="form"
        className="si-wide"
        aria-busy={joining.isPending}
        onClick={() => !joining.isPending && joining.mutate({ params: place })}
      >
        Join {organization}
      </Button>
      <Button size="form" onClick={() => leaving.mutate({})}>
        Use another account
      </Button>
    </div>
  )
}

const { signUp } = api.sessions

/** Makes an account and joins by it, for who has none; who has one signs in and comes back. */
function SignUpForm({ place }: { place: InvitePlace }) {
  const client = useQueryClient()
  const router = useRouter()
  const form = useForm({
    resolver: zodResolver(signUp.body),
    defaultValues: { ...place, displayName: '', email: '', password: '' },
  })
  const signingUp = useApi(signUp, {
    meta: { shown: 'in-form' },
    onSuccess: (session) => {
      startSession(client, session)
      router.history.push(paths.home(place.organizationId))
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
          to={paths.signIn}
          search={{ to: paths.join(place.organizationId, place.inviteId) }}
        >
          Sign in to join
        </Link>
      </p>
    </Form>
  )
}

/** The link gives nothing that one does not have. */
const ThereAlready = ({ organization }: { organization: { id: string; title: string } }) => (
  <>
    <h1>You are a member of {organization.title}</h1>
    <p className="si-lede">This link gives you nothing that you do not have already.</p>
    <Link className={buttonClass('ink', 'form')} to={paths.home(organization.id)}>
      <ButtonFace>Open {organization.title}</ButtonFace>
    </Link>
  </>
)
