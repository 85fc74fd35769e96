import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ListColumn } from '../../components/paged-list.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { type FileSort, type FilesSearch, firstOrder, type OnSearch, orderOf } from './files-search.ts'

/** The heads of the list; three of them sort it, a second press turns the order round. */
export function columnsFor(search: FilesSearch, onSearch: OnSearch, hasMenu: boolean): ListColumn[] {
  const now = orderOf(search)
  const sorting = (sort: FileSort, word: string, className?: string): ListColumn => {
    const isNow = now.sort === sort
    const turned = now.order === 'asc' ? 'desc' : 'asc'
    const order = isNow ? turned : firstOrder(sort)
    const onClick = () =>
      onSearch({
        sort: sort === 'createdAt' ? undefined : sort,
        order: order === firstOrder(sort) ? undefined : order,
      })
    return {
      head: (
        <button type="button" className="sort" onClick={onClick}>
          {word}
          {isNow && <Icon of={now.order === 'asc' ? ArrowUp : ArrowDown} />}
        </button>
      ),
      ...(className ? { className } : {}),
      sort: isNow ? (now.order === 'asc' ? 'ascending' : 'descending') : undefined,
    }
  }
  return [
    sorting('name', 'Name'),
    { head: 'Kind', className: 'wide' },
    { head: 'Dimensions', className: 'wide' },
    sorting('size', 'Size', 'wide fl-end'),
    { head: 'Used on', className: 'wide' },
    sorting('createdAt', 'Added', 'wide fl-end'),
    ...(hasMenu ? [{ head: <span className="sr">Actions</span> }] : []),
  ]
}
