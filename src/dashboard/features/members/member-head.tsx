import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Ellipsis, LogOut, UserCheck, UserRoundX, UserX } from 'lucide-react'
import { useState } from 'react'
import type { Member } from '#contract/members.ts'
import type { Organization } from '#contract/organizations.ts'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { Avatar } from '../../components/ui/marks.tsx'
import { Menu } from '../../components/ui/menu.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { Time } from '../../components/ui/time.tsx'
import { sessionQuery } from '../../data/session.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import type { MemberRole } from '../../lib/role-labels.ts'
import { blockedReasonOf, isLastAdmin, LAST_ADMIN_REASON } from './labels.ts'
import { LinkDialog, MemberMenu, MemberRoleCell, MemberState, type PendingLink } from './member-cells.tsx'
import styles from './members.module.css'
import { confirmStepDown, type MemberActions, useMemberActions } from './mutations.ts'
import { adminsQuery } from './queries.ts'

type Props = { organization: Organization; member: Member }

/** Name, role and actions of a member, above the tabs of their page. */
export function MemberHead({ organization, member }: Props) {
  const { id, title, permissions } = organization
  const name = member.user.displayName
  useBreadcrumbs([{ title: 'People', to: paths.members(id) }, { title: name }])
  const navigate = useNavigate()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const canManage = permissions.admin
  const admins = useQuery({ ...adminsQuery(id), enabled: canManage }).data
  const [link, setLink] = useState<PendingLink | null>(null)
  const actions = useMemberActions(organization, {
    onRemoved: () => navigate({ to: paths.members(id) }),
    onLink: (of, url) => setLink({ member: of, url }),
  })
  const isLast = isLastAdmin(member, admins)
  const blockedReason = blockedReasonOf(member, session.user.id, isLast)
  const offboardTo = paths.offboard(id, member.id)
  const setRole = async (role: MemberRole) => {
    const isMe = member.id === session.user.id
    if (!isMe || (await confirmStepDown(member, role, title))) await actions.setRole([member], role)
  }
  useHeadActions({
    member,
    actions,
    blockedReason,
    canManage,
    onOffboard: () => void navigate({ to: offboardTo }),
  })
  return (
    <div className="page-head">
      <div className={clsx('title-row', styles.head)}>
        <Avatar id={member.id} name={name} photo={member.user.photoURL} size="l" />
        <h1 className="truncate">{name}</h1>
        <MemberState member={member} />
        <span className={styles.headRole}>
          <MemberRoleCell {...{ member, isLast, canManage }} onChange={(role) => void setRole(role)} />
        </span>
        {canManage && <Actions {...{ member, actions, blockedReason, offboardTo }} />}
      </div>
      <About member={member} isLast={isLast} />
      <MemberTabs organization={organization} member={member} />
      {link && <LinkDialog link={link} onClose={() => setLink(null)} />}
    </div>
  )
}

type ActionsProps = {
  member: Member
  actions: MemberActions
  blockedReason: string | undefined
  offboardTo: string
}

function Actions({ member, actions, blockedReason, offboardTo }: ActionsProps) {
  const navigate = useNavigate()
  const name = member.user.displayName
  return (
    <div className="actions">
      <Button
        variant="outline"
        className="wide"
        icon={UserRoundX}
        disabledReason={blockedReason}
        onClick={() => void navigate({ to: offboardTo })}
      >
        Off-board
      </Button>
      <Menu trigger={<IconButton label={labels.actionsFor(name)} icon={Ellipsis} className="btn-outline" />}>
        <MemberMenu {...{ member, actions, blockedReason, offboardTo }} canManage />
      </Menu>
    </div>
  )
}

const About = ({ member, isLast }: { member: Member; isLast: boolean }) => (
  <p className={clsx('sub', styles.memberFacts)}>
    {member.user.email && <span>{member.user.email}</span>}
    <span>
      Joined <Time at={member.joinedAt} ago />
    </span>
    <span>
      {member.lastSeenAt === undefined ? (
        'Never signed in'
      ) : (
        <>
          Last seen <Time at={member.lastSeenAt} ago />
        </>
      )}
    </span>
    <span>{member.sso ? 'Must use single sign-on' : 'Can use a password'}</span>
    {isLast && <span className="i-warning">{LAST_ADMIN_REASON}</span>}
    {member.undeliverable && (
      <span className="i-warning">The mail server rejects this address: {member.undeliverable.error}</span>
    )}
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
              { label: 'Direct access', to: paths.memberPart(id, member.id, 'grants') },
              { label: 'Sessions', to: paths.memberPart(id, member.id, 'sessions') },
            ]
          : []),
      ]}
    />
  )
}

type HeadActionsProps = {
  member: Member
  actions: MemberActions
  blockedReason: string | undefined
  canManage: boolean
  onOffboard: () => void
}

/** The same actions as commands of the palette. */
function useHeadActions({ member, actions, blockedReason, canManage, onOffboard }: HeadActionsProps): void {
  const name = member.user.displayName
  const suspension = member.disabled
    ? [
        {
          id: 'reinstate',
          label: `Reinstate ${name}`,
          icon: UserCheck,
          run: () => void actions.reinstate([member]),
        },
      ]
    : [{ id: 'suspend', label: `Suspend ${name}`, icon: UserX, run: () => void actions.suspend([member]) }]
  const conditional = [
    ...suspension,
    { id: 'offboard', label: `Off-board ${name}`, icon: UserRoundX, run: onOffboard },
  ]
  const signOut = {
    id: 'sign-out',
    label: `Sign ${name} out everywhere`,
    icon: LogOut,
    run: () => void actions.signOut(member),
  }
  useActions(canManage ? [signOut, ...(blockedReason === undefined ? conditional : [])] : [])
}
