import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, LogOut, UserCheck, UserRoundX, UserX } from 'lucide-react'
import { useState } from 'react'
import type { Member } from '#contract/members.ts'
import type { Organization } from '#contract/organizations.ts'
import { Avatar } from '../../components/ui/avatar.tsx'
import { Button } from '../../components/ui/button.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Menu } from '../../components/ui/menu.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { useCrumbs } from '../../hooks/use-crumbs.ts'
import { places } from '../../lib/places.ts'
import type { MemberRole } from '../../lib/role-words.ts'
import { sessionQuery } from '../../lib/session.ts'
import { words } from '../../lib/words.ts'
import { LinkDialog, type PendingLink } from './link-dialog.tsx'
import { LastSeen, MemberRoleCell, MemberState } from './member-cells.tsx'
import { MemberMenu } from './member-menu.tsx'
import { adminsQuery } from './member-queries.ts'
import { isLastAdmin, lastAdminStays, whyStays } from './standing.ts'
import { askBeforeStepDown } from './step-down.ts'
import { type MemberActs, useMemberActs } from './use-member-acts.ts'
import './members.css'

type Props = { organization: Organization; member: Member }

/** Who somebody is and what they may, above each part of their page. */
export function MemberHead({ organization, member }: Props) {
  const { id, title, permissions } = organization
  const name = member.user.displayName
  useCrumbs([{ title: 'People', to: places.members(id) }, { title: name }])
  const navigate = useNavigate()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const mayManage = permissions.admin
  const admins = useQuery({ ...adminsQuery(id), enabled: mayManage }).data
  const [link, setLink] = useState<PendingLink | null>(null)
  const acts = useMemberActs(organization, {
    onRemoved: () => navigate({ to: places.members(id) }),
    onLink: (of, url) => setLink({ member: of, url }),
  })
  const isLast = isLastAdmin(member, admins)
  const stays = whyStays(member, session.user.id, isLast)
  const offboardTo = places.offboard(id, member.id)
  const setRole = async (role: MemberRole) => {
    const isMe = member.id === session.user.id
    if (!isMe || (await askBeforeStepDown(member, role, title))) await acts.setRole([member], role)
  }
  useHeadActs({ member, acts, stays, mayManage, onOffboard: () => void navigate({ to: offboardTo }) })
  return (
    <div className="page-head">
      <div className="title-row m-head">
        <Avatar id={member.id} name={name} photo={member.user.photoURL} size="l" />
        <h1 className="truncate">{name}</h1>
        <MemberState member={member} />
        <span className="m-head-role">
          <MemberRoleCell {...{ member, isLast, mayManage }} onChange={(role) => void setRole(role)} />
        </span>
        {mayManage && <Actions {...{ member, acts, stays, offboardTo }} />}
      </div>
      <About member={member} isLast={isLast} />
      <MemberTabs organization={organization} member={member} />
      {link && <LinkDialog link={link} onClose={() => setLink(null)} />}
    </div>
  )
}

type ActionsProps = { member: Member; acts: MemberActs; stays: string | undefined; offboardTo: string }

function Actions({ member, acts, stays, offboardTo }: ActionsProps) {
  const navigate = useNavigate()
  const name = member.user.displayName
  return (
    <div className="actions">
      <Button
        look="line"
        className="wide"
        icon={UserRoundX}
        disabledReason={stays}
        onClick={() => void navigate({ to: offboardTo })}
      >
        Off-board
      </Button>
      <Menu trigger={<IconButton label={words.actionsFor(name)} icon={Ellipsis} className="btn-line" />}>
        <MemberMenu {...{ member, acts, stays, offboardTo }} mayManage />
      </Menu>
    </div>
  )
}

const About = ({ member, isLast }: { member: Member; isLast: boolean }) => (
  <p className="sub m-about">
    {member.user.email && <span>{member.user.email}</span>}
    <span>
      Joined <Time at={member.joinedAt} ago />
    </span>
    <span>
      Last seen <LastSeen member={member} />
    </span>
    <span>Signs in by {member.sso ? 'SSO' : 'password'}</span>
    {isLast && <span className="i-warning">{lastAdminStays}</span>}
  </p>
)

function MemberTabs({ organization: { id, permissions }, member }: Props) {
  return (
    <Tabs
      label={member.user.displayName}
      tabs={[
        { label: 'Spaces', to: places.member(id, member.id) },
        { label: 'Sites', to: places.memberPart(id, member.id, 'sites') },
        { label: 'Teams', to: places.memberPart(id, member.id, 'teams'), count: member.teams },
        ...(permissions.admin
          ? [
              { label: 'Grants', to: places.memberPart(id, member.id, 'grants') },
              { label: 'Sessions', to: places.memberPart(id, member.id, 'sessions') },
            ]
          : []),
      ]}
    />
  )
}

type HeadActs = {
  member: Member
  acts: MemberActs
  stays: string | undefined
  mayManage: boolean
  onOffboard: () => void
}

/** The same acts in the palette. */
function useHeadActs({ member, acts, stays, mayManage, onOffboard }: HeadActs): void {
  const name = member.user.displayName
  const suspension = member.disabled
    ? [
        {
          id: 'reinstate',
          label: `Reinstate ${name}`,
          icon: UserCheck,
          run: () => void acts.reinstate([member]),
        },
      ]
    : [{ id: 'suspend', label: `Suspend ${name}`, icon: UserX, run: () => void acts.suspend([member]) }]
  const free = [
    ...suspension,
    { id: 'offboard', label: `Off-board ${name}`, icon: UserRoundX, run: onOffboard },
  ]
  const always = {
    id: 'sign-out',
    label: `Sign ${name} out everywhere`,
    icon: LogOut,
    run: () => acts.signOut(member),
  }
  useActs(mayManage ? [always, ...(stays === undefined ? free : [])] : [])
}
