import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ListColumn } from '../../components/paged-list.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { firstOrder, type MemberSort, type MembersSearch, type OnSearch, orderOf } from './members-search.ts'

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
    { head: 'Teams', className: 'm-end m-more' },
    { head: 'Spaces', className: 'm-end m-more' },
    { head: 'Signs in by', className: 'm-more' },
    sorting('lastSeenAt', 'Last seen'),
    sorting('joinedAt', 'Joined'),
    ...(mayManage ? [{ head: <span className="sr">Actions</span> }] : []),
  ]
}
