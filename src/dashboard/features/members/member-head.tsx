import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Ellipsis, LogOut, UserCheck, UserRoundX, UserX } from 'lucide-react'
import { useState } from 'react'
import type { Member } from '#contract/members.ts'
import type { Organization } from '#contract/organizations.ts'
import { Avatar } from '#dashboard/components/ui/avatar.tsx'
import { Button } from '#dashboard/components/ui/button.tsx'
import { IconButton } from '#dashboard/components/ui/icon-button.tsx'
import { Menu } from '#dashboard/components/ui/menu.tsx'
import { Tabs } from '#dashboard/components/ui/tabs.tsx'
import { Time } from '#dashboard/components/ui/time.tsx'
import { sessionQuery } from '#dashboard/data/session.ts'
import { useActions } from '#dashboard/hooks/use-actions.ts'
import { useBreadcrumbs } from '#dashboard/hooks/use-breadcrumbs.ts'
import { labels } from '#dashboard/lib/labels.ts'
import { paths } from '#dashboard/lib/paths.ts'
import type { MemberRole } from '#dashboard/lib/role-labels.ts'
import { isLastAdmin, lastAdminStays, whyStays } from './labels.ts'
import { LastSeen, MemberRoleCell, MemberState } from './member-cells.tsx'
import { LinkDialog, MemberMenu, type PendingLink } from './member-menu.tsx'
import styles from './members.module.css'
import { askBeforeStepDown, type MemberActs, useMemberActs } from './mutations.ts'
import { adminsQuery } from './queries.ts'

type Props = { organization: Organization; member: Member }

/** Who somebody is and what they may, above each part of their page. */
export function MemberHead({ organization, member }: Props) {
  const { id, title, permissions } = organization
  const name = member.user.displayName
  useBreadcrumbs([{ title: 'People', to: paths.members(id) }, { title: name }])
  const navigate = useNavigate()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const mayManage = permissions.admin
  const admins = useQuery({ ...adminsQuery(id), enabled: mayManage }).data
  const [link, setLink] = useState<PendingLink | null>(null)
  const acts = useMemberActs(organization, {
    onRemoved: () => navigate({ to: paths.members(id) }),
    onLink: (of, url) => setLink({ member: of, url }),
  })
  const isLast = isLastAdmin(member, admins)
  const stays = whyStays(member, session.user.id, isLast)
  const offboardTo = paths.offboard(id, member.id)
  const setRole = async (role: MemberRole) => {
    const isMe = member.id === session.user.id
    if (!isMe || (await askBeforeStepDown(member, role, title))) await acts.setRole([member], role)
  }
  useHeadActs({ member, acts, stays, mayManage, onOffboard: () => void navigate({ to: offboardTo }) })
  return (
    <div className="page-head">
      <div className={clsx('title-row', styles.head)}>
        <Avatar id={member.id} name={name} photo={member.user.photoURL} size="l" />
        <h1 className="truncate">{name}</h1>
        <MemberState member={member} />
        <span className={styles.headRole}>
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
      <Menu trigger={<IconButton label={labels.actionsFor(name)} icon={Ellipsis} className="btn-line" />}>
        <MemberMenu {...{ member, acts, stays, offboardTo }} mayManage />
      </Menu>
    </div>
  )
}

const About = ({ member, isLast }: { member: Member; isLast: boolean }) => (
  <p className={clsx('sub', styles.about)}>
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
        { label: 'Spaces', to: paths.member(id, member.id) },
        { label: 'Sites', to: paths.memberPart(id, member.id, 'sites') },
        { label: 'Teams', to: paths.memberPart(id, member.id, 'teams'), count: member.teams },
        ...(permissions.admin
          ? [
              { label: 'Grants', to: paths.memberPart(id, member.id, 'grants') },
              { label: 'Sessions', to: paths.memberPart(id, member.id, 'sessions') },
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
  useActions(mayManage ? [always, ...(stays === undefined ? free : [])] : [])
}
