import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Building2, Copy, Folder, Link2Off, Plus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Invite } from '#contract/organization-invites.ts'
import type { Organization } from '#contract/organizations.ts'
import { type Role, roles } from '#contract/shared/permissions.ts'
import { QueryList } from '../../components/paged-list.tsx'
import { PeopleHeader, PeopleNotVisible } from '../../components/people-header.tsx'
import { Button, ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { CopyButton, copyText } from '../../components/ui/copy.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Emoji } from '../../components/ui/marks.tsx'
import { MenuItem, MenuSeparator } from '../../components/ui/menu.tsx'
import { SelectInline } from '../../components/ui/select-inline.tsx'
import { Banner, Empty, NoPermission } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useActions } from '../../hooks/use-actions.ts'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { paths } from '../../lib/paths.ts'
import { roleDescriptions, roleNames } from '../../lib/role-labels.ts'
import { NewInviteDialog } from './invite-dialogs.tsx'
import styles from './invites.module.css'
import { inviteTarget } from './labels.ts'
import { useInviteActions } from './mutations.ts'
import { invitesQuery } from './queries.ts'

type Props = { organization: Organization; isCreating: boolean; onCreating: (is: boolean) => void }

/** Links that let people join the organization, or open one space or collection. */
export function InvitesPage({ organization, isCreating, onCreating }: Props) {
  useBreadcrumbs([{ title: 'People', to: paths.members(organization.id) }, { title: 'Invite links' }])
  const { inviteLinks, permissions, title } = organization
  const canCreate = permissions.admin && inviteLinks
  const onNew = () => onCreating(true)
  useActions(canCreate ? [{ id: 'invite', label: 'New invite link', icon: Plus, keys: 'c', run: onNew }] : [])
  if (!permissions.listMembers) return <PeopleNotVisible organization={organization} />
  if (!permissions.admin) {
    return (
      <>
        <PeopleHeader organization={organization} />
        <div className="scroll">
          <NoPermission title="Only admins can manage invite links">
            Anyone with a link can join, so only admins of {title} see them.
          </NoPermission>
        </div>
      </>
    )
  }
  return (
    <>
      <PeopleHeader
        organization={organization}
        actions={
          <Button
            variant="primary"
            icon={Plus}
            disabledReason={inviteLinks ? undefined : `Invite links are turned off in ${title}`}
            onClick={onNew}
          >
            New link
          </Button>
        }
      />
      {!inviteLinks && <SwitchedOff organization={organization} />}
      <InviteList organization={organization} canCreate={canCreate} onNew={onNew} />
      {isCreating && canCreate && (
        <NewInviteDialog organization={organization} onClose={() => onCreating(false)} />
      )}
    </>
  )
}

const SwitchedOff = ({ organization: { id, title } }: { organization: Organization }) => (
  <Banner
    tone="warning"
    icon={Link2Off}
    action={
      <Link className={buttonClass('outline', 'small')} to={paths.general(id)}>
        <ButtonContent>Open the settings</ButtonContent>
      </Link>
    }
  >
    Invite links are turned off in {title}. No one can join with a link until they are turned on again.
  </Banner>
)

type InviteListProps = { organization: Organization; canCreate: boolean; onNew: () => void }

const columns = [
  { head: 'Gives access to' },
  { head: 'Role' },
  { head: 'Joined', className: clsx(styles.alignEnd, 'wide') },
  { head: 'Created', className: clsx(styles.alignEnd, 'wide') },
  { head: <span className="sr">Copy</span>, className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

/** The links with their target and role. The role is editable in place, and `y` copies a link. */
function InviteList({ organization, canCreate, onNew }: InviteListProps) {
  const query = useInfiniteQuery(invitesQuery(organization.id))
  const actions = useInviteActions(organization)
  const titleOf = (invite: Invite) => inviteTarget(invite, organization.title).title
  const copy = (invite: Invite) => void copyText(invite.urls.app, `Copied the link to ${titleOf(invite)}`)
  const onRowKey = (event: KeyboardEvent, invite: Invite) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key === 'y') copy(invite)
    else if (event.key === 'Delete' || event.key === 'Backspace') void actions.revoke(invite)
    else return
    event.preventDefault()
  }
  return (
    <div className="scroll">
      <QueryList
        read={query}
        rowOf={(invite: Invite) => invite}
        label="Invite links"
        className={styles.invites}
        columns={columns}
        titleOf={titleOf}
        onRowKey={onRowKey}
        row={(invite, isCurrent) => (
          <Cells
            invite={invite}
            organization={organization.title}
            isCurrent={isCurrent}
            onRole={(role) => void actions.setRole(invite, role)}
          />
        )}
        menu={(invite) => (
          <InviteItems onCopy={() => copy(invite)} onRevoke={() => void actions.revoke(invite)} />
        )}
        empty={
          <Empty
            title="No invite links yet"
            actions={
              canCreate && (
                <Button variant="outline" icon={Plus} onClick={onNew}>
                  New link
                </Button>
              )
            }
          >
            Anyone with a link can join until it is revoked.
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

const choices = roles.map((value) => ({ value, label: roleNames[value], help: roleDescriptions[value] }))
const kindLabels = {
  organization: 'the whole organization',
  space: 'space',
  collection: 'collection',
} as const

type CellsProps = {
  invite: Invite
  organization: string
  isCurrent: boolean
  onRole: (role: Role) => void
}

function Cells({ invite, organization, isCurrent, onRole }: CellsProps) {
  const { type, title, emoji, role } = inviteTarget(invite, organization)
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
        <span className="faint truncate wide">{kindLabels[type]}</span>
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
