import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, Shield, UserCheck, UserMinus, UserX } from 'lucide-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { Member } from '#contract/members.ts'
import type { Organization } from '#contract/organizations.ts'
import type { ListColumn } from '#dashboard/components/paged-list.tsx'
import { ReadList } from '#dashboard/components/read-list.tsx'
import { type Selection, toggled } from '#dashboard/components/tree-ways.ts'
import { Button } from '#dashboard/components/ui/button.tsx'
import { Icon } from '#dashboard/components/ui/icon.tsx'
import { Menu, MenuOption, MenuOptions } from '#dashboard/components/ui/menu.tsx'
import { Filtered } from '#dashboard/components/ui/states.tsx'
import { itemsOf } from '#dashboard/data/api.ts'
import { paths } from '#dashboard/lib/paths.ts'
import type { MemberRole } from '#dashboard/lib/role-labels.ts'
import { isLastAdmin, nothingFound, roleChoices, whyStays } from './labels.ts'
import { MemberCells } from './member-cells.tsx'
import { MemberMenu } from './member-menu.tsx'
import styles from './members.module.css'
import { MembersToolbar } from './members-page.tsx'
import { askBeforeStepDown, type MemberActs } from './mutations.ts'
import {
  adminsQuery,
  firstOrder,
  type MemberSort,
  type MembersSearch,
  membersQuery,
  type OnSearch,
  orderOf,
} from './queries.ts'

type Props = {
  organization: Organization
  search: MembersSearch
  onSearch: OnSearch
  acts: MemberActs
  meId: string
}

/** The members that the filters let through, with what admins do to one or to many. */
export function MemberList({ organization, search, onSearch, acts, meId }: Props) {
  const mayManage = organization.permissions.admin
  const query = useInfiniteQuery({
    ...membersQuery(organization.id, search),
    placeholderData: keepPreviousData,
  })
  const admins = useQuery({ ...adminsQuery(organization.id), enabled: mayManage }).data
  const items = itemsOf(query.data)
  const total = query.data?.pages[0]?.count
  const { chosen, selection } = useChosen(items)
  const rows = useRows({
    organization,
    acts,
    meId,
    selection,
    lastAdmin: (one) => isLastAdmin(one, admins),
  })
  return (
    <>
      <MembersToolbar {...{ organization, search, onSearch, total }} />
      <div className={chosen.length > 0 ? 'scroll is-selecting' : 'scroll'}>
        <ReadList
          read={query}
          rowOf={(member: Member) => member}
          label="Members"
          className={mayManage ? styles.members : clsx(styles.members, 'is-read')}
          columns={columnsFor(search, onSearch, mayManage)}
          titleOf={({ user }) => user.displayName}
          onOpen={rows.onOpen}
          onRowKey={rows.onRowKey}
          row={rows.row}
          menu={rows.menu}
          {...(mayManage ? { selection } : {})}
          bulk={
            <Bulk
              chosen={chosen}
              acts={acts}
              staysOf={rows.staysOf}
              setRole={rows.setRole}
              onDone={() => selection.onChange(new Set())}
            />
          }
          empty={
            <Filtered
              title={nothingFound(search)}
              clear="Clear the filter"
              onClear={() => onSearch({ search: undefined, show: undefined, sort: undefined })}
            />
          }
        />
      </div>
    </>
  )
}

/** Chosen rows that are still there. */
function useChosen(items: readonly Member[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = useMemo(() => items.filter(({ id }) => ids.has(id)), [items, ids])
  const shown = useMemo(() => new Set(chosen.map(({ id }) => id)), [chosen])
  return { chosen, selection: { ids: shown, onChange: setIds } }
}

type RowsOf = Pick<Props, 'organization' | 'acts' | 'meId'> & {
  selection: Selection
  lastAdmin: (member: Member) => boolean
}

/** What a row shows, and what its keys and its menu do. */
function useRows({ organization, acts, meId, selection, lastAdmin }: RowsOf) {
  const navigate = useNavigate()
  const mayManage = organization.permissions.admin
  const to = ({ id }: Member) => paths.member(organization.id, id)
  const staysOf = (member: Member) => whyStays(member, meId, lastAdmin(member))
  const setRole = async (members: readonly Member[], role: MemberRole) => {
    const me = members.find(({ id }) => id === meId)
    if (!me || (await askBeforeStepDown(me, role, organization.title))) await acts.setRole(members, role)
  }
  const onRowKey = (event: KeyboardEvent, member: Member) => {
    if (!mayManage || event.metaKey || event.ctrlKey || event.altKey) return
    const isFree = staysOf(member) === undefined
    if (event.key === 'r') openRole(event.currentTarget, member.id)
    else if (event.key === 's' && member.disabled) void acts.reinstate([member])
    else if (event.key === 's' && isFree) void acts.suspend([member])
    else if ((event.key === 'Delete' || event.key === 'Backspace') && isFree) void acts.remove([member])
    else return
    event.preventDefault()
  }
  return {
    staysOf,
    setRole,
    onOpen: (member: Member) => void navigate({ to: to(member) }),
    onRowKey,
    row: (member: Member, isCurrent: boolean) => (
      <MemberCells
        member={member}
        to={to(member)}
        isCurrent={isCurrent}
        isLast={lastAdmin(member)}
        mayManage={mayManage}
        onChange={(role) => void setRole([member], role)}
        onResend={() => acts.resend(member)}
      />
    ),
    menu: mayManage
      ? (member: Member) => (
          <MemberMenu
            {...{ member, acts, mayManage }}
            to={to(member)}
            offboardTo={paths.offboard(organization.id, member.id)}
            stays={staysOf(member)}
            onSelect={() => selection.onChange(toggled(selection.ids, member.id))}
          />
        )
      : undefined,
  }
}

function openRole(list: EventTarget, id: string): void {
  if (!(list instanceof HTMLElement)) return
  list.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] .select-inline`)?.click()
}

type BulkProps = {
  chosen: readonly Member[]
  acts: MemberActs
  staysOf: (member: Member) => string | undefined
  setRole: (members: readonly Member[], role: MemberRole) => Promise<void>
  onDone: () => void
}

/** What is done with all who are selected; who has to stay is passed over, and where nobody is left it says why. */
function Bulk({ chosen, acts, staysOf, setRole, onDone }: BulkProps) {
  const free = chosen.filter((member) => staysOf(member) === undefined)
  const refusal = free.length === 0 && chosen[0] ? staysOf(chosen[0]) : undefined
  const areSuspended = chosen.every(({ disabled }) => disabled)
  const remove = async () => {
    if (await acts.remove(free)) onDone()
  }
  return (
    <>
      <BulkRole onChoose={(role) => void setRole(chosen, role)} />
      {areSuspended ? (
        <Button look="bare" icon={UserCheck} onClick={() => void acts.reinstate(chosen)}>
          Reinstate
        </Button>
      ) : (
        <Button
          look="bare"
          icon={UserX}
          disabledReason={refusal}
          onClick={() => void acts.suspend(free.filter(({ disabled }) => !disabled))}
        >
          Suspend
        </Button>
      )}
      <Button look="bare" icon={UserMinus} disabledReason={refusal} onClick={() => void remove()}>
        Remove…
      </Button>
    </>
  )
}

/** The heads of the list; three of them sort it, a second press turns the order round. */
export function columnsFor(search: MembersSearch, onSearch: OnSearch, mayManage: boolean): ListColumn[] {
  const now = orderOf(search)
  const sorting = (sort: MemberSort, word: string, className?: string): ListColumn => {
    const isNow = now.sort === sort
    const turned = now.order === 'asc' ? 'desc' : 'asc'
    const order = isNow ? turned : firstOrder(sort)
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
        {word}
        {isNow && <Icon of={now.order === 'asc' ? ArrowUp : ArrowDown} />}
      </button>
    )
    return {
      head,
      ...(className ? { className } : {}),
      sort: isNow ? (now.order === 'asc' ? 'ascending' : 'descending') : undefined,
    }
  }
  return [
    sorting('name', 'Name'),
    { head: 'E-mail' },
    { head: 'Role' },
    { head: 'Teams', className: clsx(styles.end, styles.more) },
    { head: 'Spaces', className: clsx(styles.end, styles.more) },
    { head: 'Signs in by', className: styles.more },
    sorting('lastSeenAt', 'Last seen'),
    sorting('joinedAt', 'Joined'),
    ...(mayManage ? [{ head: <span className="sr">Actions</span> }] : []),
  ]
}

/** The role that all who are selected are given. */
const BulkRole = ({ onChoose }: { onChoose: (role: MemberRole) => void }) => (
  <Menu
    align="start"
    side="top"
    trigger={
      <Button look="bare" icon={Shield}>
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
