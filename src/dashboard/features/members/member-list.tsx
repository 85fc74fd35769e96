import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, Shield, UserCheck, UserMinus, UserX } from 'lucide-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { Member } from '#contract/members.ts'
import type { Organization } from '#contract/organizations.ts'
import { type ListColumn, QueryList } from '../../components/paged-list.tsx'
import { type Selection, toggled } from '../../components/tree-navigation.ts'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Menu, MenuOption, MenuOptions } from '../../components/ui/menu.tsx'
import { Filtered } from '../../components/ui/states.tsx'
import { itemsOf } from '../../data/api.ts'
import { paths } from '../../lib/paths.ts'
import type { MemberRole } from '../../lib/role-labels.ts'
import { blockedReasonOf, emptyTitle, isLastAdmin, roleChoices } from './labels.ts'
import { MemberCells, MemberMenu } from './member-cells.tsx'
import styles from './members.module.css'
import { MembersToolbar } from './members-toolbar.tsx'
import { confirmStepDown, type MemberActions } from './mutations.ts'
import {
  adminsQuery,
  firstOrder,
  isMemberFilterOn,
  type MemberSort,
  membersQuery,
  noMemberFilter,
  type OnSearch,
  orderOf,
} from './queries.ts'
import type { MembersSearch } from './search-params.ts'

type Props = {
  organization: Organization
  search: MembersSearch
  onSearch: OnSearch
  actions: MemberActions
  currentUserId: string
}

/** The members that match the filters. Admins can change one or several of them. */
export function MemberList({ organization, search, onSearch, actions, currentUserId }: Props) {
  const canManage = organization.permissions.admin
  const query = useInfiniteQuery({
    ...membersQuery(organization.id, search),
    placeholderData: keepPreviousData,
  })
  const admins = useQuery({ ...adminsQuery(organization.id), enabled: canManage }).data
  const items = itemsOf(query.data)
  const total = query.data?.pages[0]?.count
  const { selected, selection } = useSelected(items)
  const rows = useRows({
    organization,
    actions,
    currentUserId,
    selection,
    lastAdmin: (one) => isLastAdmin(one, admins),
  })
  return (
    <>
      <MembersToolbar {...{ organization, search, onSearch, total }} />
      <div className={selected.length > 0 ? 'scroll is-selecting' : 'scroll'}>
        <QueryList
          read={query}
          rowOf={(member: Member) => member}
          label="Members"
          className={canManage ? styles.members : clsx(styles.members, 'is-read')}
          columns={columnsFor(search, onSearch, canManage)}
          titleOf={({ user }) => user.displayName}
          onOpen={rows.onOpen}
          onRowKey={rows.onRowKey}
          row={rows.row}
          menu={rows.menu}
          {...(canManage ? { selection } : {})}
          bulk={
            <BulkActions
              selected={selected}
              actions={actions}
              reasonFor={rows.reasonFor}
              setRole={rows.setRole}
              onDone={() => selection.onChange(new Set())}
            />
          }
          empty={
            <Filtered
              title={emptyTitle(search, isMemberFilterOn(search))}
              clear="Clear the filter"
              onClear={() => onSearch(noMemberFilter)}
            />
          }
        />
      </div>
    </>
  )
}

/** The selected rows that are still in the list. */
function useSelected(items: readonly Member[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = useMemo(() => items.filter(({ id }) => ids.has(id)), [items, ids])
  const shown = useMemo(() => new Set(selected.map(({ id }) => id)), [selected])
  return { selected, selection: { ids: shown, onChange: setIds } }
}

type RowOptions = Pick<Props, 'organization' | 'actions' | 'currentUserId'> & {
  selection: Selection
  lastAdmin: (member: Member) => boolean
}

/** Cells, keys and menu of a row. */
function useRows({ organization, actions, currentUserId, selection, lastAdmin }: RowOptions) {
  const navigate = useNavigate()
  const canManage = organization.permissions.admin
  const to = ({ id }: Member) => paths.member(organization.id, id)
  const reasonFor = (member: Member) => blockedReasonOf(member, currentUserId, lastAdmin(member))
  const setRole = async (members: readonly Member[], role: MemberRole) => {
    const me = members.find(({ id }) => id === currentUserId)
    if (!me || (await confirmStepDown(me, role, organization.title))) await actions.setRole(members, role)
  }
  const onRowKey = (event: KeyboardEvent, member: Member) => {
    if (!canManage || event.metaKey || event.ctrlKey || event.altKey) return
    const canChange = reasonFor(member) === undefined
    if (event.key === 'r') openRoleMenu(event.currentTarget, member.id)
    else if (event.key === 's' && member.disabled) void actions.reinstate([member])
    else if (event.key === 's' && canChange) void actions.suspend([member])
    else if ((event.key === 'Delete' || event.key === 'Backspace') && canChange) void actions.remove([member])
    else return
    event.preventDefault()
  }
  return {
    reasonFor,
    setRole,
    onOpen: (member: Member) => void navigate({ to: to(member) }),
    onRowKey,
    row: (member: Member, isCurrent: boolean) => (
      <MemberCells
        member={member}
        to={to(member)}
        isCurrent={isCurrent}
        isLast={lastAdmin(member)}
        canManage={canManage}
        onChange={(role) => void setRole([member], role)}
        onResend={() => actions.resend(member)}
      />
    ),
    menu: canManage
      ? (member: Member) => (
          <MemberMenu
            {...{ member, actions, canManage }}
            to={to(member)}
            offboardTo={paths.offboard(organization.id, member.id)}
            blockedReason={reasonFor(member)}
            onSelect={() => selection.onChange(toggled(selection.ids, member.id))}
          />
        )
      : undefined,
  }
}

function openRoleMenu(list: EventTarget, id: string): void {
  if (!(list instanceof HTMLElement)) return
  list.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] .select-inline`)?.click()
}

type BulkActionsProps = {
  selected: readonly Member[]
  actions: MemberActions
  reasonFor: (member: Member) => string | undefined
  setRole: (members: readonly Member[], role: MemberRole) => Promise<void>
  onDone: () => void
}

/** Actions on the selected members. Members that cannot be changed are skipped; if none can, the buttons say why. */
function BulkActions({ selected, actions, reasonFor, setRole, onDone }: BulkActionsProps) {
  const changeable = selected.filter((member) => reasonFor(member) === undefined)
  const disabledReason = changeable.length === 0 && selected[0] ? reasonFor(selected[0]) : undefined
  const areAllSuspended = selected.every(({ disabled }) => disabled)
  const remove = async () => {
    if (await actions.remove(changeable)) onDone()
  }
  return (
    <>
      <BulkRole onChoose={(role) => void setRole(selected, role)} />
      {areAllSuspended ? (
        <Button variant="inherit" icon={UserCheck} onClick={() => void actions.reinstate(selected)}>
          Reinstate
        </Button>
      ) : (
        <Button
          variant="inherit"
          icon={UserX}
          disabledReason={disabledReason}
          onClick={() => void actions.suspend(changeable.filter(({ disabled }) => !disabled))}
        >
          Suspend
        </Button>
      )}
      <Button
        variant="inherit"
        icon={UserMinus}
        disabledReason={disabledReason}
        onClick={() => void remove()}
      >
        Remove…
      </Button>
    </>
  )
}

/** Column headers. Three of them sort the list; a second click reverses the order. */
export function columnsFor(search: MembersSearch, onSearch: OnSearch, canManage: boolean): ListColumn[] {
  const current = orderOf(search)
  const sortable = (sort: MemberSort, label: string, className?: string): ListColumn => {
    const isSorted = current.sort === sort
    const reversed = current.order === 'asc' ? 'desc' : 'asc'
    const order = isSorted ? reversed : firstOrder(sort)
    const head = (
      <button
        type="button"
        className="sort"
        onClick={() =>
          onSearch({
            sort: sort === 'joinedAt' ? undefined : sort,
            order: order === firstOrder(sort) ? undefined : order,
          })
        }
      >
        {label}
        {isSorted && <Icon of={current.order === 'asc' ? ArrowUp : ArrowDown} />}
      </button>
    )
    return {
      head,
      ...(className ? { className } : {}),
      sort: isSorted ? (current.order === 'asc' ? 'ascending' : 'descending') : undefined,
    }
  }
  return [
    sortable('name', 'Name'),
    { head: 'Email' },
    { head: 'Role' },
    { head: 'Teams', className: clsx(styles.alignEnd, styles.secondary) },
    { head: 'Spaces', className: clsx(styles.alignEnd, styles.secondary) },
    { head: 'Sign-in', className: styles.secondary },
    sortable('lastSeenAt', 'Last seen'),
    sortable('joinedAt', 'Joined'),
    ...(canManage ? [{ head: <span className="sr">Actions</span> }] : []),
  ]
}

/** Changes the role of the selected members. */
const BulkRole = ({ onChoose }: { onChoose: (role: MemberRole) => void }) => (
  <Menu
    align="start"
    side="top"
    trigger={
      <Button variant="inherit" icon={Shield}>
        Change role
      </Button>
    }
  >
    <MenuOptions<MemberRole | ''> value="" onChange={(role) => role !== '' && onChoose(role)}>
      {roleChoices(false).map(({ value, label, help }) => (
        <MenuOption key={value} value={value} help={help}>
          {label}
        </MenuOption>
      ))}
    </MenuOptions>
  </Menu>
)
