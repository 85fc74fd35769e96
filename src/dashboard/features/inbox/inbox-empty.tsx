import { Empty, Filtered } from '../../components/ui/states.tsx'
import type { InboxSearch } from './search-params.ts'

type Props = { search: InboxSearch; onSearch: (change: Partial<InboxSearch>) => void }

/** Nothing is in the inbox, or nothing matches its filters. */
export function InboxEmpty({ search: { state, reason, space }, onSearch }: Props) {
  if (reason !== undefined || space !== undefined)
    return (
      <Filtered
        title="No notifications match the filters"
        clear="Show all"
        onClear={() => onSearch({ reason: undefined, space: undefined })}
      />
    )
  if (state === 'snoozed')
    return <Empty title="Nothing is snoozed">Press s on a notification to see it again later.</Empty>
  if (state === 'done')
    return (
      <Empty title="Nothing is done yet">
        Notifications that you mark as done are listed here for 90 days.
      </Empty>
    )
  return (
    <Empty title="You’re all caught up">
      Mentions, replies, reviews and changes to what you follow appear here.
    </Empty>
  )
}
