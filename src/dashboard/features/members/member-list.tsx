import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { UserCheck, UserMinus, UserX } from 'lucide-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { Member } from '#contract/members.ts'
import type { Organization } from '#contract/organizations.ts'
import { ReadList } from '../../components/read-list.tsx'
import { type Selection, toggled } from '../../components/tree-ways.ts'
import { Button } from '../../components/ui/button.tsx'
import { Filtered } from '../../components/ui/states.tsx'
import { itemsOf } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import type { MemberRole } from '../../lib/role-words.ts'
import { BulkRole } from './bulk-role.tsx'
import { MemberCells } from './member-cells.tsx'
import { columnsFor } from './member-columns.tsx'
import { MemberMenu } from './member-menu.tsx'
import { adminsQuery, membersQuery } from './member-queries.ts'
import { nothingFound } from './member-words.ts'
import type { MembersSearch, OnSearch } from './members-search.ts'
import { MembersToolbar } from './members-toolbar.tsx'
import { isLastAdmin, whyStays } from './standing.ts'
import { askBeforeStepDown } from './step-down.ts'
import type { MemberActs } from './use-member-acts.ts'

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
          className={mayManage ? 'members' : 'members is-read'}
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
  const to = ({ id }: Member) => places.member(organization.id, id)
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
            offboardTo={places.offboard(organization.id, member.id)}
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
