import { Link } from '@tanstack/react-router'
import { Copy, Eye, LogOut, Mail, SquareCheck, UserCheck, UserMinus, UserRoundX, UserX } from 'lucide-react'
import type { Member } from '#contract/members.ts'
import { Button } from '#dashboard/components/ui/button.tsx'
import { CopyField } from '#dashboard/components/ui/copy.tsx'
import { Dialog, DialogBody, DialogFoot } from '#dashboard/components/ui/dialog.tsx'
import { Icon } from '#dashboard/components/ui/icon.tsx'
import { Keys } from '#dashboard/components/ui/kbd.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '#dashboard/components/ui/menu.tsx'
import { copyText } from '#dashboard/lib/clipboard.ts'
import { labels } from '#dashboard/lib/labels.ts'
import type { MemberActs } from './mutations.ts'

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

export type PendingLink = { readonly member: Member; readonly url: string }

/** The link of somebody who has not come yet, to be handed over where the service sends no mail. */
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
        <Button size="form" look="ink" onClick={onClose}>
          {labels.close}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
