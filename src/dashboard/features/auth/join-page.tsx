import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Invitation, Session } from '#contract/sessions.ts'
import { isAtLeast } from '#contract/shared/permissions.ts'
import styles from '../../components/auth-layout.module.css'
import { Form, FormError, FormSubmit } from '../../components/form.tsx'
import { Button, ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Avatar } from '../../components/ui/marks.tsx'
import { isApiError, useApi } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { roleIn, sessionQuery, startSession } from '../../data/session.ts'
import { endSession } from '../../data/session-lost.ts'
import { useWindowTitle } from '../../hooks/use-breadcrumbs.ts'
import { paths } from '../../lib/paths.ts'
import { type InviteParams, inviteRoleLabel, inviteTitle } from './labels.ts'
import { NewAccountFields } from './new-account-fields.tsx'

type Props = { params: InviteParams; invitation: Invitation; session: Session | null }

/** Accepts an invite link with the current account or a new one. */
export function JoinPage({ params, invitation, session }: Props) {
  useWindowTitle(`Join ${invitation.organization.title}`)
  const ownRole = session ? roleIn(session, params.organizationId) : null
  const isMember = invitation.to.type === 'organization' && isAtLeast(ownRole, invitation.role)
  if (session && isMember) return <AlreadyMember organization={invitation.organization} />
  return (
    <>
      <h1>Join {inviteTitle(invitation)}</h1>
      <p className={styles.lede}>{inviteRoleLabel(invitation)}</p>
      {session ? (
        <JoinWithAccount params={params} organization={invitation.organization.title} session={session} />
      ) : (
        <SignUpForm params={params} />
      )}
    </>
  )
}

type JoinAsProps = { params: InviteParams; organization: string; session: Session }

/** Joins with the signed-in account. */
function JoinWithAccount({ params, organization, session }: JoinAsProps) {
  const client = useQueryClient()
  const router = useRouter()
  const joinMutation = useApi(api.organizationInvites.accept, {
    meta: { shown: 'in-form' },
    onSuccess: async () => {
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
      router.history.replace(paths.home(params.organizationId))
    },
  })
  const { user } = session
  // The session was opened by another organization's provider and cannot join for this account.
  const needsOwnSignIn =
    isApiError(joinMutation.error) && joinMutation.error.type === 'account_sign_in_required'
  const signOutMutation = useApi(api.sessions.signOut, {
    onSuccess: async () => {
      endSession()
      client.clear()
      if (!needsOwnSignIn) return router.invalidate()
      const to = paths.join(params.organizationId, params.inviteId)
      await router.navigate({ to: paths.signIn, search: { to } })
    },
  })
  const signOut = () => !signOutMutation.isPending && signOutMutation.mutate({})
  const join = () => !joinMutation.isPending && joinMutation.mutate({ params })
  return (
    <div className={styles.fields}>
      <p className="line">
        <Avatar id={user.id} name={user.displayName} size="m" />
        <span className="truncate">
          <b className="name">{user.displayName}</b> <span className="faint">{user.email}</span>
        </span>
      </p>
      {joinMutation.error && (
        <p className="form-fault" role="alert">
          <Icon of={CircleAlert} size="s" />
          <span>{errorMessage(joinMutation.error)}</span>
        </p>
      )}
      {needsOwnSignIn && (
        <p className="soft">
          Use the password or passkey of {user.email}. No password yet? Choose “Forgot password?” on the
          sign-in page.
        </p>
      )}
      <Button
        variant="primary"
        size="form"
        className={styles.wide}
        aria-busy={joinMutation.isPending || (needsOwnSignIn && signOutMutation.isPending)}
        onClick={needsOwnSignIn ? signOut : join}
      >
        {needsOwnSignIn ? 'Sign out and sign in again' : `Join ${organization}`}
      </Button>
      {!needsOwnSignIn && (
        <Button size="form" onClick={signOut}>
          Use another account
        </Button>
      )}
    </div>
  )
}

const { signUp } = api.sessions

/** Creates an account and joins with it. People who have an account sign in and return here. */
function SignUpForm({ params }: { params: InviteParams }) {
  const client = useQueryClient()
  const router = useRouter()
  const form = useForm({
    resolver: zodResolver(signUp.body),
    defaultValues: { ...params, displayName: '', email: '', password: '' },
  })
  const signUpMutation = useApi(signUp, {
    meta: { shown: 'in-form' },
    onSuccess: (session) => {
      startSession(client, session)
      router.history.replace(paths.home(params.organizationId))
    },
  })
  return (
    <Form
      form={form}
      mutation={signUpMutation}
      schema={signUp.body}
      submit="Create account and join"
      shape="bare"
      isGuarded={false}
      onSubmit={(body) => signUpMutation.mutate({ body })}
    >
      <NewAccountFields />
      <FormError />
      <FormSubmit className={styles.wide} withKeys={false} />
      <p className="soft">
        Already have an account?{' '}
        <Link
          className="link"
          to={paths.signIn}
          search={{ to: paths.join(params.organizationId, params.inviteId) }}
        >
          Sign in to join
        </Link>
      </p>
    </Form>
  )
}

/** Shown if the link grants no more than the user already has. */
const AlreadyMember = ({ organization }: { organization: { id: string; title: string } }) => (
  <>
    <h1>You’re a member of {organization.title}</h1>
    <p className={styles.lede}>You already have the access this link gives.</p>
    <Link className={buttonClass('primary', 'form')} to={paths.home(organization.id)}>
      <ButtonContent>Open {organization.title}</ButtonContent>
    </Link>
  </>
)
