import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Space } from '#contract/spaces.ts'
import { ReadList } from '../../components/read-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Empty, Filtered } from '../../components/ui/states.tsx'
import { places } from '../../lib/places.ts'
import { subjectOf } from '../../lib/request-words.ts'
import { words } from '../../lib/words.ts'
import { ChangeCells, changeColumns } from './change-cells.tsx'
import { changesQuery } from './change-queries.ts'
import { type ChangesSearch, type OnSearch, statusIn } from './changes-search.ts'
import { NewChangeDialog } from './new-change-dialog.tsx'
import { StatusFilter } from './status-filter.tsx'
import './changes.css'

type Props = { space: Space; meId: string; search: ChangesSearch; onSearch: OnSearch }

/** The change requests of a space, one status at a time. */
export function SpaceChanges({ space, meId, search, onSearch }: Props) {
  const navigate = useNavigate()
  const read = useInfiniteQuery({ ...changesQuery(space.id, search), placeholderData: keepPreviousData })
  const pathOf = ({ number }: ChangeRequest) => places.change(space.id, number)
  const isMine = search.creator === meId
  return (
    <>
      <div className="toolbar">
        <StatusFilter
          search={search}
          onSearch={onSearch}
          counts={{ open: space.changeRequestsOpen, draft: space.changeRequestsDraft }}
        />
        <Button aria-pressed={isMine} onClick={() => onSearch({ creator: isMine ? undefined : meId })}>
          {isMine ? 'Only mine' : 'By everybody'}
        </Button>
      </div>
      <div className="scroll">
        <ReadList<ChangeRequest, ChangeRequest>
          label="Change requests"
          className="cr-list"
          columns={changeColumns}
          read={read}
          rowOf={(request) => request}
          titleOf={subjectOf}
          onOpen={(request) => void navigate({ to: pathOf(request) })}
          row={(request) => <ChangeCells request={request} to={pathOf(request)} />}
          empty={<NoChanges {...{ space, search, onSearch }} />}
        />
      </div>
      {search.dialog === 'new' && space.permissions.edit && (
        <NewChangeDialog space={space} onClose={() => onSearch({ dialog: undefined })} />
      )}
    </>
  )
}

const none = {
  open: 'No change request is open',
  draft: 'There are no drafts',
  merged: 'Nothing has been merged yet',
  archived: 'Nothing is archived',
} as const

type NoneProps = Pick<Props, 'space' | 'search' | 'onSearch'>

function NoChanges({ space, search, onSearch }: NoneProps) {
  const status = statusIn(search)
  if (search.creator !== undefined) {
    return (
      <Filtered
        title={`${none[status]} that you made`}
        clear="Show those of everybody"
        onClear={() => onSearch({ creator: undefined })}
      />
    )
  }
  if (status === 'merged' || status === 'archived' || space.changeRequests > 0) {
    return (
      <Empty
        title={none[status]}
        acts={
          status === 'open' && space.changeRequestsDraft > 0 ? (
            <Button look="line" onClick={() => onSearch({ status: 'draft' })}>
              Show the drafts
            </Button>
          ) : undefined
        }
      />
    )
  }
  const { edit } = space.permissions
  return (
    <Empty
      title={`${words.quoted(space.title || words.untitled)} has no change requests yet`}
      acts={
        edit && (
          <Button look="line" icon={Plus} keys="c" onClick={() => onSearch({ dialog: 'new' })}>
            New change request
          </Button>
        )
      }
    >
      A change request holds edits to several pages until they are reviewed and merged.
      {!edit && ' To start one you need the role Edit in this space.'}
    </Empty>
  )
}
