import type { changeRequestStatus } from '#contract/change-requests.ts'
import { statusWords } from '../../lib/request-words.ts'
import { type ChangesSearch, type OnSearch, statusIn } from './changes-search.ts'

type Counts = Partial<Record<(typeof changeRequestStatus.options)[number], number>>

type Props = { search: ChangesSearch; onSearch: OnSearch; counts?: Counts }

const order = ['open', 'draft', 'merged', 'archived'] as const

/** Which requests are shown: one status at a time. */
export const StatusFilter = ({ search, onSearch, counts = {} }: Props) => (
  <fieldset className="btn-group">
    <legend className="sr">Status</legend>
    {order.map((status) => (
      <button
        key={status}
        type="button"
        aria-pressed={status === statusIn(search)}
        onClick={() => onSearch({ status: status === 'open' ? undefined : status })}
      >
        {status === 'draft' ? 'Drafts' : statusWords[status]}
        {(counts[status] ?? 0) > 0 && <span className="count"> {counts[status]}</span>}
      </button>
    ))}
  </fieldset>
)
