import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Member, MemberHoldings } from '#contract/members.ts'
import type { Organization } from '#contract/organizations.ts'
import { Banner } from '../../components/ui/banner.tsx'
import { ButtonFace, buttonClass } from '../../components/ui/button.tsx'
import { useCrumbs } from '../../hooks/use-crumbs.ts'
import { places } from '../../lib/places.ts'
import { sessionQuery } from '../../lib/session.ts'
import { Holdings } from './holdings.tsx'
import { OffboardForm } from './offboard-form.tsx'
import { OffboardOutcome, type Outcome } from './offboard-outcome.tsx'
import './offboard.css'

type Props = { organization: Organization; member: Member; holdings: MemberHoldings }

/** The end of somebody’s time here: what they hold, who takes it over, and what becomes of them, in one act. */
export function OffboardPage({ organization, member, holdings }: Props) {
  const name = member.user.displayName
  const { data: session } = useSuspenseQuery(sessionQuery)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  useCrumbs(
    [
      { title: 'People', to: places.members(organization.id) },
      {
        title: name,
        ...(outcome?.membership === 'remove' ? {} : { to: places.member(organization.id, member.id) }),
      },
      { title: 'Off-board' },
    ],
    `Off-board ${name}`,
  )
  if (outcome) return <OffboardOutcome organization={organization} member={member} outcome={outcome} />
  const isMe = session.user.id === member.id
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1 className="truncate">Off-board {name}</h1>
        </div>
        <p className="sub">Everything below is handed over or revoked together. What {name} wrote stays.</p>
      </div>
      <Obstacle organization={organization} name={name} isLast={holdings.lastAdmin} isMe={isMe} />
      <div className="scroll">
        <div className="m-offboard">
          <Holdings member={member} holdings={holdings} />
          {!holdings.lastAdmin && !isMe && (
            <OffboardForm
              organization={organization}
              member={member}
              holdings={holdings}
              onDone={setOutcome}
            />
          )}
        </div>
      </div>
    </>
  )
}

type ObstacleProps = { organization: Organization; name: string; isLast: boolean; isMe: boolean }

/** Why somebody cannot be off-boarded now, and where to begin instead. */
function Obstacle({ organization, name, isLast, isMe }: ObstacleProps) {
  if (!isLast && !isMe) return null
  return (
    <div className="m-obstacle">
      <Banner
        tone="warning"
        icon={TriangleAlert}
        act={
          <Link className={buttonClass('line', 'small')} to={places.members(organization.id)}>
            <ButtonFace>Open the members</ButtonFace>
          </Link>
        }
      >
        {isLast
          ? `Nobody but ${name} is admin of ${organization.title}. Make somebody else admin first.`
          : 'This is you. Another admin has to off-board you.'}
      </Banner>
    </div>
  )
}
