import { useSuspenseQuery } from '@tanstack/react-query'
import { Plus, UserPlus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Organization } from '#contract/organizations.ts'
import { PeopleClosed } from '#dashboard/components/people-closed.tsx'
import { PeopleHead } from '#dashboard/components/people-head.tsx'
import { Button } from '#dashboard/components/ui/button.tsx'
import { Icon } from '#dashboard/components/ui/icon.tsx'
import { SearchInput } from '#dashboard/components/ui/inputs.tsx'
import { Menu, MenuOption, MenuOptions } from '#dashboard/components/ui/menu.tsx'
import { usePeopleCounts } from '#dashboard/data/members.ts'
import { sessionQuery } from '#dashboard/data/session.ts'
import { useActions } from '#dashboard/hooks/use-actions.ts'
import { useBreadcrumbs } from '#dashboard/hooks/use-breadcrumbs.ts'
import { useSearchText } from '#dashboard/hooks/use-debounced.ts'
import { useShortcuts } from '#dashboard/hooks/use-shortcuts.ts'
import { pluralize } from '#dashboard/lib/labels.ts'
import { memberRoles } from '#dashboard/lib/role-labels.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { filterLabels } from './labels.ts'
import { MemberList } from './member-list.tsx'
import { LinkDialog, type PendingLink } from './member-menu.tsx'
import styles from './members.module.css'
import { useMemberActions } from './mutations.ts'
import type { MembersSearch, OnSearch } from './queries.ts'

type Props = { organization: Organization; search: MembersSearch; onSearch: OnSearch }

/** The members of an organization. */
export function MembersPage({ organization, search, onSearch }: Props) {
  useBreadcrumbs([{ title: 'People' }], 'Members')
  const { data: session } = useSuspenseQuery(sessionQuery)
  const [link, setLink] = useState<PendingLink | null>(null)
  const actions = useMemberActions(organization, { onLink: (member, url) => setLink({ member, url }) })
  const canManage = organization.permissions.admin
  const onInvite = () => onSearch({ dialog: 'invite' })
  useActions(
    canManage ? [{ id: 'invite', label: 'Invite people', icon: UserPlus, keys: 'c', run: onInvite }] : [],
  )
  if (!organization.permissions.listMembers) return <PeopleClosed organization={organization} />
  return (
    <>
      <PeopleHead
        organization={organization}
        acts={
          canManage && (
            <Button look="ink" icon={UserPlus} onClick={onInvite}>
              Invite people
            </Button>
          )
        }
      />
      <MemberList {...{ organization, search, onSearch, actions }} currentUserId={session.user.id} />
      {search.dialog === 'invite' && canManage && (
        <InviteDialog organization={organization} onClose={() => onSearch({ dialog: undefined })} />
      )}
      {link && <LinkDialog link={link} onClose={() => setLink(null)} />}
    </>
  )
}

type MembersToolbarProps = {
  organization: Organization
  search: MembersSearch
  onSearch: OnSearch
  /** How many members match the filters; undefined while loading. */
  total: number | undefined
}

/** Search and filter of the list. The URL stores both. */
export function MembersToolbar({ organization, search, onSearch, total }: MembersToolbarProps) {
  const field = useRef<HTMLInputElement>(null)
  const { members } = usePeopleCounts(organization)
  const [text, setText] = useSearchText(search.search ?? '', (next) =>
    onSearch({ search: next || undefined }, { replace: true }),
  )
  useShortcuts([
    { keys: '/', label: 'Search people', group: 'On this page', run: () => field.current?.focus() },
  ])
  return (
    <div className="toolbar">
      <SearchInput
        ref={field}
        className={styles.search}
        label="Search people"
        placeholder="Name or e-mail"
        keys="/"
        value={text}
        onChange={setText}
      />
      <Show show={search.show} onShow={(show) => onSearch({ show })} />
      <span className="grow wide" />
      {search.sort === 'lastSeenAt' && (
        <span className="meta faint wide">Without those who are suspended or were never seen</span>
      )}
      {total !== undefined && (
        <span className="meta faint num wide" role="status">
          {members !== undefined && members !== total ? `${total} of ${members}` : pluralize(total, 'member')}
        </span>
      )}
    </div>
  )
}

type ShowValue = MembersSearch['show']
type ShowProps = { show: ShowValue; onShow: (show: ShowValue) => void }

/** Filters by role or suspension. */
function Show({ show, onShow }: ShowProps) {
  const options = (
    <MenuOptions<NonNullable<ShowValue> | ''>
      value={show ?? ''}
      onChange={(next) => onShow(next === '' ? undefined : next)}
    >
      {[...memberRoles, 'suspended' as const].map((value) => (
        <MenuOption key={value} value={value}>
          {filterLabels[value]}
        </MenuOption>
      ))}
    </MenuOptions>
  )
  if (show === undefined) {
    return (
      <Menu align="start" trigger={<Button icon={Plus}>Filter</Button>}>
        {options}
      </Menu>
    )
  }
  return (
    <span className="filter">
      <span className="k">{show === 'suspended' ? 'State' : 'Role'}</span>
      <Menu
        align="start"
        trigger={
          <button type="button" className="v" aria-label={`Filter: ${filterLabels[show]}`}>
            {filterLabels[show]}
          </button>
        }
      >
        {options}
      </Menu>
      <button type="button" aria-label="Remove the filter" onClick={() => onShow(undefined)}>
        <Icon of={X} size="xs" />
      </button>
    </span>
  )
}
