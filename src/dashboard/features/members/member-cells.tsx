import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import {
  Copy,
  Eye,
  KeyRound,
  LogOut,
  Mail,
  SquareCheck,
  UserCheck,
  UserMinus,
  UserRoundX,
  UserX,
} from 'lucide-react'
import type { Member } from '#contract/members.ts'
import { Button } from '../../components/ui/button.tsx'
import { CopyField, copyText } from '../../components/ui/copy.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Keys } from '../../components/ui/kbd.tsx'
import { Avatar, Badge } from '../../components/ui/marks.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '../../components/ui/menu.tsx'
import { SelectInline } from '../../components/ui/select-inline.tsx'
import { Time } from '../../components/ui/time.tsx'
import { labels, pluralize } from '../../lib/labels.ts'
import { type MemberRole, memberRoleOf, roleNames } from '../../lib/role-labels.ts'
import { roleChoices } from './labels.ts'
import styles from './members.module.css'
import type { MemberActions } from './mutations.ts'

/** Marks suspended and invited members. */
export const MemberState = ({ member }: { member: Member }) => (
  <>
    {member.disabled && <Badge>Suspended</Badge>}
    {member.pending && <Badge tone="ink">Invited</Badge>}
  </>
)

type RoleProps = {
  member: Member
  isLast: boolean
  canManage: boolean
  tabIndex?: number
  onChange: (role: MemberRole) => void
}

/** The role of a member, editable in place. */
export function MemberRoleCell({ member, isLast, canManage, tabIndex, onChange }: RoleProps) {
  const role = memberRoleOf(member.role)
  if (!canManage) return <span className="soft">{roleNames[role]}</span>
  return (
    <SelectInline<MemberRole>
      label={`Role of ${member.user.displayName}`}
      value={role}
      choices={roleChoices(isLast)}
      onChange={onChange}
      note={isLast && 'An organization needs an admin'}
      {...(tabIndex === undefined ? {} : { tabIndex })}
    />
  )
}

type Props = RoleProps & { to: string; isCurrent: boolean; onResend: () => void }

export function MemberCells({ to, isCurrent, onResend, ...roleProps }: Props) {
  const { member } = roleProps
  const tabIndex = isCurrent ? 0 : -1
  return (
    <>
      <NameCell member={member} to={to} tabIndex={tabIndex} />
      <div className="cell wide soft" role="gridcell">
        <span className="truncate">{member.user.email}</span>
      </div>
      <div className={clsx('cell', styles.role)} role="gridcell">
        <MemberRoleCell {...roleProps} tabIndex={tabIndex} />
        <span className="narrow meta faint num">
          <LastSeen member={member} />
        </span>
      </div>
      <div className={clsx('cell cell-end wide soft num', styles.secondary)} role="gridcell">
        {member.teams}
      </div>
      <div className={clsx('cell cell-end wide soft num', styles.secondary)} role="gridcell">
        <SpaceCount member={member} />
      </div>
      <div className={clsx('cell wide soft', styles.secondary)} role="gridcell">
        {member.sso ? 'Single sign-on' : 'Password'}
      </div>
      <div className="cell wide soft num" role="gridcell">
        {member.pending && roleProps.canManage ? (
          <SendAgain name={member.user.displayName} tabIndex={tabIndex} onResend={onResend} />
        ) : (
          <LastSeen member={member} />
        )}
      </div>
      <div className="cell wide soft num" role="gridcell">
        <Time at={member.joinedAt} />
      </div>
    </>
  )
}

/** The spaces that the member can access. Only admins learn how many; others see how many are shared directly. */
function SpaceCount({ member: { role, spaces, accessibleSpaces } }: { member: Member }) {
  const direct = `${pluralize(spaces, 'space')} shared directly`
  if (accessibleSpaces === undefined) return <span title={direct}>{spaces}</span>
  const source =
    role === 'admin'
      ? 'Admins can access every space'
      : `Can access ${pluralize(accessibleSpaces, 'space')}, ${direct}`
  return <span title={source}>{accessibleSpaces}</span>
}

type NameProps = { member: Member; to: string; tabIndex: number }

const NameCell = ({ member, to, tabIndex }: NameProps) => (
  <div className="cell" role="gridcell">
    <Avatar id={member.id} name={member.user.displayName} photo={member.user.photoURL} size="m" />
    <div className={styles.name}>
      <span className={styles.nameLine}>
        <Link className="title name truncate" to={to} tabIndex={tabIndex}>
          {member.user.displayName}
        </Link>
        <MemberState member={member} />
        {member.undeliverable && <Badge tone="warning">Email rejected</Badge>}
      </span>
      <span className="narrow meta faint truncate">{member.user.email}</span>
    </div>
  </div>
)

type SendAgainProps = { name: string; tabIndex: number; onResend: () => void }

const SendAgain = ({ name, tabIndex, onResend }: SendAgainProps) => (
  <Button
    variant="outline"
    size="small"
    tabIndex={tabIndex}
    aria-label={`Resend to ${name}`}
    onClick={onResend}
  >
    Resend
  </Button>
)

export const LastSeen = ({ member }: { member: Member }) =>
  member.lastSeenAt === undefined ? <>Never</> : <Time at={member.lastSeenAt} />

type MemberMenuProps = {
  member: Member
  /** Path of the member’s page; absent on that page. */
  to?: string
  offboardTo: string
  actions: MemberActions
  canManage: boolean
  /** Why the member cannot be suspended or removed. */
  blockedReason: string | undefined
  /** Selects the row. Touch screens have no key for it. */
  onSelect?: () => void
}

export function MemberMenu({
  member,
  to,
  offboardTo,
  actions,
  canManage,
  blockedReason,
  onSelect,
}: MemberMenuProps) {
  const { email } = member.user
  return (
    <>
      {to && (
        <MenuLink>
          <Link to={to}>
            <Icon of={Eye} />
            Open
            <Keys of="enter" />
          </Link>
        </MenuLink>
      )}
      {email && (
        <MenuItem icon={Copy} onSelect={() => void copyText(email, `Copied ${email}`)}>
          Copy email address
        </MenuItem>
      )}
      {onSelect && (
        <MenuItem icon={SquareCheck} keys="x" onSelect={onSelect}>
          Select
        </MenuItem>
      )}
      {canManage && <AdminItems {...{ member, offboardTo, actions, blockedReason }} />}
    </>
  )
}

type AdminProps = Pick<MemberMenuProps, 'member' | 'offboardTo' | 'actions' | 'blockedReason'>

function AdminItems({ member, offboardTo, actions, blockedReason }: AdminProps) {
  return (
    <>
      {member.pending && (
        <MenuItem icon={Mail} onSelect={() => actions.resend(member)}>
          Resend invitation
        </MenuItem>
      )}
      <MenuItem icon={KeyRound} onSelect={() => void actions.setSso(member, !member.sso)}>
        {member.sso ? 'Allow password sign-in' : 'Require single sign-on'}
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={() => void actions.signOut(member)}>
        Sign out everywhere
      </MenuItem>
      <MenuSeparator />
      {member.disabled ? (
        <MenuItem icon={UserCheck} keys="s" onSelect={() => void actions.reinstate([member])}>
          Reinstate
        </MenuItem>
      ) : (
        <MenuItem
          icon={UserX}
          keys="s"
          disabledReason={blockedReason}
          onSelect={() => void actions.suspend([member])}
        >
          Suspend
        </MenuItem>
      )}
      <MenuLink>
        <Link to={offboardTo}>
          <Icon of={UserRoundX} />
          Off-board…
        </Link>
      </MenuLink>
      <MenuItem
        icon={UserMinus}
        keys="delete"
        danger
        disabledReason={blockedReason}
        onSelect={() => void actions.remove([member])}
      >
        Remove…
      </MenuItem>
    </>
  )
}

export type PendingLink = { readonly member: Member; readonly url: string }

/** Shows the invite link of a pending member if the service sends no email. */
export const LinkDialog = ({ link, onClose }: { link: PendingLink; onClose: () => void }) => {
  const name = link.member.user.email ?? link.member.user.displayName
  return (
    <Dialog
      title={`Link for ${name}`}
      description="This service doesn’t send email, so share the link yourself. It works once and replaces earlier links."
      onClose={onClose}
    >
      <DialogBody>
        <CopyField text={link.url} what={`link for ${name}`} />
      </DialogBody>
      <DialogFoot>
        <Button size="form" variant="primary" onClick={onClose}>
          {labels.close}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
