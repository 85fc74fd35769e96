import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { Suspense } from 'react'
import type { Space } from '#contract/spaces.ts'
import { Comparison } from '../../components/diff/comparison.tsx'
import type { DiffSearch } from '../../components/diff/diff-search.ts'
import { Button } from '../../components/ui/button.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Empty, Failed } from '../../components/ui/states.tsx'
import { itemsOf } from '../../lib/api.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { revisionChangesQuery, revisionsQuery } from './history-queries.ts'
import { RevisionList } from './revision-list.tsx'
import type { RevisionRow } from './revision-row.ts'
import { usePageRollBack } from './use-page-roll-back.ts'
import { useRollBack } from './use-roll-back.ts'
import './history.css'

export type HistorySearch = DiffSearch & { revision?: string | undefined }

type Props = { space: Space; search: HistorySearch; onSearch: (change: Partial<HistorySearch>) => void }

/** The revisions of a space, and what the chosen one changed. */
export function HistoryView({ space, search, onSearch }: Props) {
  const read = useInfiniteQuery(revisionsQuery(space.id))
  if (read.isPending) return <ListSkeleton />
  if (read.isError) {
    return (
      <Failed
        title="The history could not be loaded"
        reason={reasonOf(read.error)}
        onRetry={() => void read.refetch()}
      />
    )
  }
  const rows = itemsOf(read.data)
  const chosen = rows.find(({ id }) => id === search.revision) ?? rows[0]
  if (!chosen) return <Empty title="Nothing has been written yet">Each save is a revision here.</Empty>
  return (
    <div className="split hs">
      <div className="pane hs-list">
        <RevisionList
          rows={rows}
          chosen={chosen.id}
          active={space.revision}
          onChoose={(revision) => onSearch({ revision, page: undefined })}
        />
        {read.hasNextPage && (
          <p className="diff-more">
            <Button look="line" aria-busy={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
              Show older ones
            </Button>
          </p>
        )}
      </div>
      <Suspense fallback={<ListSkeleton />}>
        <RevisionChanges
          key={chosen.id}
          space={space}
          revision={chosen}
          search={search}
          onSearch={onSearch}
        />
      </Suspense>
    </div>
  )
}

type ChangesProps = Omit<Props, 'search'> & { revision: RevisionRow; search: HistorySearch }

function RevisionChanges({ space, revision, search, onSearch }: ChangesProps) {
  const { data, error } = useQuery(revisionChangesQuery(space.id, revision.id))
  const rollBack = useRollBack(space)
  const rollBackPage = usePageRollBack(space)
  const [parent] = revision.parents
  const isActive = revision.id === space.revision
  const mayRollBack = space.permissions.edit && space.editMode !== 'locked' && !isActive
  if (error) return <Failed title="What it changed could not be loaded" reason={reasonOf(error)} />
  if (!data) return <ListSkeleton />
  return (
    <div className="hs-side">
      <div className="hs-bar">
        <span className="soft">{isActive ? 'What the space says now.' : 'What this revision changed.'}</span>
        <span className="grow" />
        {mayRollBack && (
          <Button look="line" aria-busy={rollBack.isPending} onClick={() => void rollBack.run(revision)}>
            Roll back to this
          </Button>
        )}
      </div>
      <div className="split cr is-two">
        <Comparison
          changes={data.changes}
          more={data.more ?? 0}
          before={{ spaceId: space.id, revision: parent ?? revision.id }}
          after={{ spaceId: space.id, revision: revision.id }}
          links={{ spaceId: space.id }}
          search={search}
          onSearch={onSearch}
          actsOf={(page) =>
            mayRollBack && (
              <Button
                size="small"
                icon={Undo2}
                aria-busy={rollBackPage.isPending}
                onClick={() => rollBackPage.run(revision, page)}
              >
                {page.kind === 'removed' ? 'Bring it back' : 'Roll back this page'}
              </Button>
            )
          }
          empty={<Empty title="No page was changed">This revision changed no pages.</Empty>}
        />
      </div>
    </div>
  )
}
