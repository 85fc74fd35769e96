import { useInfiniteQuery } from '@tanstack/react-query'
import { Building2, Copy, Folder, Link2Off, Plus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Invite } from '#contract/organization-invites.ts'
import type { Organization } from '#contract/organizations.ts'
import { type Role, roles } from '#contract/shared/permissions.ts'
import { ReadList } from '../../components/read-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CopyButton } from '../../components/ui/copy.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Emoji } from '../../components/ui/marks.tsx'
import { MenuItem, MenuSeparator } from '../../components/ui/menu.tsx'
import { SelectInline } from '../../components/ui/select-inline.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { copyText } from '../../lib/clipboard.ts'
import { roleMeans, roleNames } from '../../lib/role-words.ts'
import { invitesQuery } from './invite-queries.ts'
import { leadsTo } from './leads-to.ts'
import { useInviteActs } from './use-invite-acts.ts'

type Props = { organization: Organization; mayMake: boolean; onNew: () => void }

const columns = [
  { head: 'Leads to' },
  { head: 'Gives the role' },
  { head: 'Joined by it', className: 'inv-end wide' },
  { head: 'Made', className: 'inv-end wide' },
  { head: <span className="sr">Copy</span>, className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

/** The links with what they give; the role is changed in place, a link is copied by `y`. */
export function InviteList({ organization, mayMake, onNew }: Props) {
  const query = useInfiniteQuery(invitesQuery(organization.id))
  const acts = useInviteActs(organization)
  const titleOf = (invite: Invite) => leadsTo(invite, organization.title).title
  const copy = (invite: Invite) => void copyText(invite.urls.app, `Copied the link to ${titleOf(invite)}`)
  const onRowKey = (event: KeyboardEvent, invite: Invite) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key === 'y') copy(invite)
    else if (event.key === 'Delete' || event.key === 'Backspace') void acts.revoke(invite)
    else return
    event.preventDefault()
  }
  return (
    <div className="scroll">
      <ReadList
        read={query}
        rowOf={(invite: Invite) => invite}
        label="Invite links"
        className="invites"
        columns={columns}
        titleOf={titleOf}
        onRowKey={onRowKey}
        row={(invite, isCurrent) => (
          <Cells
            invite={invite}
            organization={organization.title}
            isCurrent={isCurrent}
            onRole={(role) => void acts.setRole(invite, role)}
          />
        )}
        menu={(invite) => (
          <InviteItems onCopy={() => copy(invite)} onRevoke={() => void acts.revoke(invite)} />
        )}
        empty={
          <Empty
            title="No invite links yet"
            acts={
              mayMake && (
                <Button look="line" icon={Plus} onClick={onNew}>
                  New link
                </Button>
              )
            }
          >
            Everybody who has a link can join by it, until it is revoked.
          </Empty>
        }
      />
    </div>
  )
}

const InviteItems = ({ onCopy, onRevoke }: { onCopy: () => void; onRevoke: () => void }) => (
  <>
    <MenuItem icon={Copy} keys="y" onSelect={onCopy}>
      Copy link
    </MenuItem>
    <MenuSeparator />
    <MenuItem icon={Link2Off} keys="delete" danger onSelect={onRevoke}>
      Revoke…
    </MenuItem>
  </>
)

const choices = roles.map((value) => ({ value, label: roleNames[value], help: roleMeans[value] }))
const kinds = { organization: 'the whole organization', space: 'space', collection: 'collection' } as const

type CellsProps = {
  invite: Invite
  organization: string
  isCurrent: boolean
  onRole: (role: Role) => void
}

function Cells({ invite, organization, isCurrent, onRole }: CellsProps) {
  const { type, title, emoji, role } = leadsTo(invite, organization)
  const tabIndex = isCurrent ? 0 : -1
  return (
    <>
      <div className="cell" role="gridcell">
        {emoji ? (
          <Emoji of={emoji} />
        ) : (
          <Icon of={type === 'organization' ? Building2 : Folder} className="i-faint" />
        )}
        <span className="title name truncate">{title}</span>
        <span className="faint truncate wide">{kinds[type]}</span>
      </div>
      <div className="cell" role="gridcell">
        <SelectInline<Role>
          label={`Role by the link to ${title}`}
          value={role}
          choices={choices}
          onChange={onRole}
          tabIndex={tabIndex}
        />
      </div>
      <div className="cell cell-end wide soft num" role="gridcell">
        {invite.joined ?? 0}
      </div>
      <div className="cell cell-end wide soft num" role="gridcell">
        {invite.createdAt && <Time at={invite.createdAt} />}
      </div>
      <div className="cell cell-end wide" role="gridcell">
        <CopyButton text={invite.urls.app} what={`link to ${title}`} size="small" tabIndex={tabIndex} />
      </div>
    </>
  )
}
