import { useNavigate } from '@tanstack/react-router'
import type { ChangeRequest } from '#contract/change-requests.ts'
import { PagedList } from '../../components/paged-list.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Filtered } from '../../components/ui/states.tsx'
import { places } from '../../lib/places.ts'
import { subjectOf } from '../../lib/request-words.ts'
import { useWaitingFor, type WaitingKind, waitingWords } from '../../lib/waiting.ts'
import { ChangeCells } from './change-cells.tsx'

type Props = {
  organizationId: string
  meId: string
  titles: ReadonlyMap<string, string>
  columns: Parameters<typeof PagedList<ChangeRequest>>[0]['columns']
  onClear: () => void
}

/** What waits for the caller: reviews first, then what they may merge, then what they were asked to change. */
export function WaitingList({ organizationId, meId, titles, columns, onClear }: Props) {
  const navigate = useNavigate()
  const waiting = useWaitingFor(organizationId, meId)
  if (waiting === undefined) return <ListSkeleton />
  const kinds = new Map<string, WaitingKind>()
  const items = waiting.flatMap(({ kind, items: some }) =>
    some.filter(({ id }) => !kinds.has(id) && kinds.set(id, kind)),
  )
  const pathOf = ({ space = '', number }: ChangeRequest) => places.change(space, number)
  return (
    <PagedList<ChangeRequest>
      label="Waiting for me"
      className="cr-list is-wide"
      {...(columns ? { columns } : {})}
      items={items}
      titleOf={subjectOf}
      onOpen={(request) => void navigate({ to: pathOf(request) })}
      row={(request) => (
        <ChangeCells
          request={request}
          to={pathOf(request)}
          where={titles.get(request.space ?? '') ?? ''}
          why={waitingWords[kinds.get(request.id) ?? 'review'].badge}
        />
      )}
      empty={
        <Filtered title="Nothing waits for you" clear="Show all change requests" onClear={onClear}>
          Reviews that are asked of you, and your own requests once reviewers have said something, come here.
        </Filtered>
      }
    />
  )
}
