import { useQueryErrorResetBoundary, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { sessionQuery } from '../data/session.ts'
import { paths } from '../lib/paths.ts'
import { ConfirmIdentity, secondFactorQuery, useEnsureConfirmed } from './confirm-identity.tsx'
import { SignInNotice } from './sign-in-notice.tsx'
import { Button, ButtonContent, buttonClass } from './ui/button.tsx'

type Props = { organizationId: string | undefined; onReady: () => void }

/** Replaces a page of an organization that requires a second factor. Lets people add or confirm one, then returns them. */
export const SecondFactorRequired = (props: Props) => (
  <ConfirmIdentity>
    <Required {...props} />
  </ConfirmIdentity>
)

function Required({ organizationId, onReady }: Props) {
  const router = useRouter()
  const boundary = useQueryErrorResetBoundary()
  const ensureConfirmed = useEnsureConfirmed()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data: state } = useSuspenseQuery(secondFactorQuery)
  const organization = session.organizations.find(({ id }) => id === organizationId)
  const confirm = async () => {
    if (!(await ensureConfirmed({ bySecondFactor: true }))) return
    boundary.reset()
    onReady()
    await router.invalidate()
  }
  return (
    <SignInNotice
      icon={ShieldAlert}
      title={`${organization?.title ?? 'This organization'} requires a second factor`}
      actions={
        state.enabled ? (
          <Button variant="primary" onClick={() => void confirm()}>
            Confirm it’s you
          </Button>
        ) : (
          <Link
            className={buttonClass('primary')}
            to={paths.accountSecurity}
            search={{ to: router.state.location.href }}
          >
            <ButtonContent>Add a second factor</ButtonContent>
          </Link>
        )
      }
    >
      {state.enabled
        ? 'You signed in without yours. Confirm it once for this browser.'
        : 'Add a passkey or an authenticator app to your account. It takes a minute, and you’ll come back here.'}
    </SignInNotice>
  )
}
