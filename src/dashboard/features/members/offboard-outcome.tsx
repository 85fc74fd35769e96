import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Member, members } from '#contract/members.ts'
import type { Organization } from '#contract/organizations.ts'
import type { Output } from '#contract/route.ts'
import { ButtonFace, buttonClass } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { places } from '../../lib/places.ts'
import { outcomeInWords } from './offboard-words.ts'

export type Outcome = {
  readonly did: Output<typeof members.offboard>
  readonly membership: 'suspend' | 'remove'
  readonly heir: string | undefined
}

type Props = { organization: Organization; member: Member; outcome: Outcome }

/** What happened, once it has. */
export function OffboardOutcome({ organization, member, outcome }: Props) {
  const { did, membership, heir } = outcome
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <span className="i-success line">
            <Icon of={CircleCheck} />
          </span>
          <h1 tabIndex={-1} ref={heading}>
            {member.user.displayName} {membership === 'suspend' ? 'is suspended' : 'was removed'}
          </h1>
        </div>
      </div>
      <div className="scroll">
        <div className="m-offboard">
          <ul className="m-outcome" aria-label="What happened">
            {outcomeInWords(did, heir).map((line) => (
              <li key={line}>{line}</li>
            ))}
            <li>
              {membership === 'suspend'
                ? 'They stay on the list of members and can be reinstated there.'
                : `They are no member of ${organization.title} any more.`}
            </li>
          </ul>
          <div className="line">
            <Link className={buttonClass('ink', 'form')} to={places.members(organization.id)}>
              <ButtonFace>Back to the members</ButtonFace>
            </Link>
            {membership === 'suspend' && (
              <Link className={buttonClass('line', 'form')} to={places.member(organization.id, member.id)}>
                <ButtonFace>Open {member.user.displayName}</ButtonFace>
              </Link>
            )}
          </div>
        </div>
      </div>
    </>
  )
}
