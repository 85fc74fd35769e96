import { Link } from '@tanstack/react-router'
import { Copy, Eye, LogOut, Mail, SquareCheck, UserCheck, UserMinus, UserRoundX, UserX } from 'lucide-react'
import type { Member } from '#contract/members.ts'
import { Icon } from '../../components/ui/icon.tsx'
import { Keys } from '../../components/ui/kbd.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '../../components/ui/menu.tsx'
import { copyText } from '../../lib/clipboard.ts'
import type { MemberActs } from './use-member-acts.ts'

type Props = {
  member: Member
  /** Where the member’s own page is; absent on it. */
  to?: string
  offboardTo: string
  acts: MemberActs
  mayManage: boolean
  /** Why this one cannot be suspended or removed. */
  stays: string | undefined
  /** Chooses the row, where there is one; fingers have no key for it. */
  onSelect?: () => void
}

/** What can be done with a member. */
export function MemberMenu({ member, to, offboardTo, acts, mayManage, stays, onSelect }: Props) {
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
          Copy e-mail address
        </MenuItem>
      )}
      {onSelect && (
        <MenuItem icon={SquareCheck} keys="x" onSelect={onSelect}>
          Select
        </MenuItem>
      )}
      {mayManage && <AdminItems {...{ member, offboardTo, acts, stays }} />}
    </>
  )
}

type AdminProps = Pick<Props, 'member' | 'offboardTo' | 'acts' | 'stays'>

function AdminItems({ member, offboardTo, acts, stays }: AdminProps) {
  return (
    <>
      {member.pending && (
        <MenuItem icon={Mail} onSelect={() => acts.resend(member)}>
          Send the invitation again
        </MenuItem>
      )}
      <MenuItem icon={LogOut} onSelect={() => acts.signOut(member)}>
        Sign out everywhere
      </MenuItem>
      <MenuSeparator />
      {member.disabled ? (
        <MenuItem icon={UserCheck} keys="s" onSelect={() => void acts.reinstate([member])}>
          Reinstate
        </MenuItem>
      ) : (
        <MenuItem icon={UserX} keys="s" disabledReason={stays} onSelect={() => void acts.suspend([member])}>
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
        disabledReason={stays}
        onSelect={() => void acts.remove([member])}
      >
        Remove…
      </MenuItem>
    </>
  )
}
