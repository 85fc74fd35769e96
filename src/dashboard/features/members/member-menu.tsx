import { Link } from '@tanstack/react-router'
import { Copy, Eye, LogOut, Mail, SquareCheck, UserCheck, UserMinus, UserRoundX, UserX } from 'lucide-react'
import type { Member } from '#contract/members.ts'
import { Button } from '../../components/ui/button.tsx'
import { CopyField, copyText } from '../../components/ui/copy.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Keys } from '../../components/ui/kbd.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '../../components/ui/menu.tsx'
import { labels } from '../../lib/labels.ts'
import type { MemberActions } from './mutations.ts'

type Props = {
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

export function MemberMenu({ member, to, offboardTo, actions, canManage, blockedReason, onSelect }: Props) {
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
      {canManage && <AdminItems {...{ member, offboardTo, actions, blockedReason }} />}
    </>
  )
}

type AdminProps = Pick<Props, 'member' | 'offboardTo' | 'actions' | 'blockedReason'>

function AdminItems({ member, offboardTo, actions, blockedReason }: AdminProps) {
  return (
    <>
      {member.pending && (
        <MenuItem icon={Mail} onSelect={() => actions.resend(member)}>
          Send the invitation again
        </MenuItem>
      )}
      <MenuItem icon={LogOut} onSelect={() => actions.signOut(member)}>
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
      description="This service sends no mail, so hand it over yourself. It works once, and earlier links of theirs no longer do."
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
