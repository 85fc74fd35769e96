import type { Invitation, Session } from '#contract/sessions.ts'
import { isAtLeast } from '#contract/shared/permissions.ts'
import { useWindowTitle } from '../../hooks/use-crumbs.ts'
import { roleIn } from '../../lib/session.ts'
import { type InvitePlace, inviteGives, inviteTitle } from './invitation-words.ts'
import { JoinAs } from './join-as.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { ThereAlready } from './there-already.tsx'

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
