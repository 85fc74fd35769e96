import { zodResolver } from '@hookform/resolvers/zod'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { changeRequestSubject } from '#contract/change-request-values.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Space } from '#contract/spaces.ts'
import { TextField } from '../../components/fields.tsx'
import { type FilterField, is } from '../../components/filter-bar/fields.ts'
import { FilterBar } from '../../components/filter-bar/filter-bar.tsx'
import { Form } from '../../components/form.tsx'
import { QueryList } from '../../components/paged-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Empty, Filtered } from '../../components/ui/states.tsx'
import { useApi } from '../../data/api.ts'
import { roleIn } from '../../data/session.ts'
import { subjectLabel } from '../../lib/change-request-labels.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './changes.module.css'
import { changesQuery, type OnSearch, statusOf } from './queries.ts'
import { ChangeCells, changeColumns, StatusFilter } from './request-list.tsx'
import type { ChangesSearch } from './search-params.ts'

type Props = { space: Space; meId: string; search: ChangesSearch; onSearch: OnSearch }

/** Change requests of a space, one status at a time. */
export function SpaceChanges({ space, meId, search, onSearch }: Props) {
  const navigate = useNavigate()
  const read = useInfiniteQuery({ ...changesQuery(space.id, search), placeholderData: keepPreviousData })
  const pathOf = ({ number }: ChangeRequest) => paths.change(space.id, number)
  const { session } = useRouteContext({ from: '/_app' })
  const isGuest = roleIn(session, space.organization) === null
  const author: FilterField = {
    label: 'Author',
    operators: is('creator'),
    // Guests see no members but themselves.
    ...(isGuest
      ? { kind: 'choice', choices: [{ value: meId, label: session.user.displayName }] }
      : { kind: 'person', organizationId: space.organization }),
  }
  return (
    <>
      <div className="toolbar">
        <StatusFilter
          search={search}
          onSearch={onSearch}
          counts={{ open: space.changeRequestsOpen, draft: space.changeRequestsDraft }}
        />
        <FilterBar fields={[author]} params={search} onChange={onSearch} />
      </div>
      <div className="scroll">
        <QueryList<ChangeRequest, ChangeRequest>
          label="Change requests"
          className={styles.list}
          columns={changeColumns}
          read={read}
          rowOf={(request) => request}
          titleOf={subjectLabel}
          onOpen={(request) => void navigate({ to: pathOf(request) })}
          row={(request) => <ChangeCells request={request} to={pathOf(request)} />}
          empty={<NoChanges {...{ space, search, onSearch }} />}
        />
      </div>
      {search.dialog === 'new' && space.permissions.edit && (
        <NewChangeRequestDialog space={space} onClose={() => onSearch({ dialog: undefined })} />
      )}
    </>
  )
}

const emptyTitles = {
  open: 'No open change requests',
  draft: 'No drafts',
  merged: 'No merged change requests',
  archived: 'No archived change requests',
} as const

type NoChangesProps = Pick<Props, 'space' | 'search' | 'onSearch'>

function NoChanges({ space, search, onSearch }: NoChangesProps) {
  const status = statusOf(search)
  if (search.creator !== undefined) {
    return (
      <Filtered
        title="No change requests match the filter"
        clear="Clear the filter"
        onClear={() => onSearch({ creator: undefined })}
      />
    )
  }
  if (status === 'merged' || status === 'archived' || space.changeRequests > 0) {
    return (
      <Empty
        title={emptyTitles[status]}
        actions={
          status === 'open' && space.changeRequestsDraft > 0 ? (
            <Button variant="outline" onClick={() => onSearch({ status: 'draft' })}>
              Show drafts
            </Button>
          ) : undefined
        }
      />
    )
  }
  const { edit } = space.permissions
  return (
    <Empty
      title={`${labels.quoted(space.title || labels.untitled)} has no change requests yet`}
      actions={
        edit && (
          <Button variant="outline" icon={Plus} keys="c" onClick={() => onSearch({ dialog: 'new' })}>
            New change request
          </Button>
        )
      }
    >
      A change request collects edits to several pages until they are reviewed and merged.
      {!edit && ' To start one, you need the Edit role in this space.'}
    </Empty>
  )
}

const fields = z.object({ subject: changeRequestSubject })

/** Creates a draft change request and opens its pages. */
function NewChangeRequestDialog({ space, onClose }: { space: Space; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { subject: '' } })
  const creation = useApi(api.changeRequests.create, {
    meta: { shown: 'in-form' },
    // Back goes to the list, not to the dialog again.
    onSuccess: ({ number }) => navigate({ to: paths.changePart(space.id, number, 'pages'), replace: true }),
  })
  return (
    <Dialog
      title="New change request"
      description="Starts as a draft with the current content. The space doesn’t change until you merge."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={creation}
        schema={fields}
        submit="Start change request"
        onCancel={onClose}
        isGuarded={false}
        onSubmit={({ subject }) =>
          creation.mutate({
            params: { spaceId: space.id },
            body: subject.trim() === '' ? {} : { subject: subject.trim() },
          })
        }
      >
        <TextField name="subject" label="Subject" isOptional autoComplete="off" />
      </Form>
    </Dialog>
  )
}
