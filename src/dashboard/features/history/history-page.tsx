import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { FilePen, GitMerge, type LucideIcon, RefreshCw, Undo2 } from 'lucide-react'
import { Fragment, type ReactNode, Suspense } from 'react'
import type { SemanticChange } from '#contract/semantic-changes.ts'
import type { Space } from '#contract/spaces.ts'
import type { ChangedPage } from '../../components/diff/changed-pages.ts'
import { Comparison } from '../../components/diff/comparison.tsx'
import type { DiffSearch } from '../../components/diff/diff-search.ts'
import { MoreButton, QueryStates } from '../../components/query-states.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Avatar, Badge } from '../../components/ui/marks.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { itemsOf } from '../../data/api.ts'
import { formatNames } from '../../lib/labels.ts'
import { ConfirmedPages } from './confirmed-pages.tsx'
import styles from './history.module.css'
import { describeRevision, editingTime } from './labels.ts'
import { usePageRollBack, useRollBack } from './mutations.ts'
import { type RevisionItem, revisionChangesQuery, revisionsQuery } from './queries.ts'

export type HistorySearch = DiffSearch & { revision?: string | undefined }

type Props = { space: Space; search: HistorySearch; onSearch: (change: Partial<HistorySearch>) => void }

/** The revisions of a space and the changes of the selected one. */
export function HistoryPage({ space, search, onSearch }: Props) {
  const read = useInfiniteQuery(revisionsQuery(space.id))
  return (
    <QueryStates read={read} name="The history">
      {(data) => (
        <Revisions
          {...{ space, search, onSearch }}
          rows={itemsOf(data)}
          more={<MoreButton read={read}>Show older</MoreButton>}
        />
      )}
    </QueryStates>
  )
}

type RevisionsProps = Props & { rows: readonly RevisionItem[]; more: ReactNode }

function Revisions({ space, search, onSearch, rows, more }: RevisionsProps) {
  const selected = rows.find(({ id }) => id === search.revision) ?? rows[0]
  if (!selected) return <Empty title="No revisions yet">Each edit creates a revision.</Empty>
  return (
    <div className={clsx('split', styles.root)}>
      <div className={clsx('pane', styles.list)}>
        <RevisionList
          rows={rows}
          spaceId={space.id}
          selected={selected.id}
          active={space.revision}
          onSelect={(revision) => onSearch({ revision, page: undefined })}
        />
        {more}
      </div>
      <Suspense fallback={<ListSkeleton />}>
        <RevisionChanges
          key={selected.id}
          space={space}
          revision={selected}
          search={search}
          onSearch={onSearch}
        />
      </Suspense>
    </div>
  )
}

type ChangesProps = Omit<Props, 'search'> & { revision: RevisionItem; search: HistorySearch }

function RevisionChanges(props: ChangesProps) {
  const read = useQuery(revisionChangesQuery(props.space.id, props.revision.id))
  return (
    <QueryStates read={read} name="What it changed">
      {(data) => <RevisionComparison {...props} data={data} />}
    </QueryStates>
  )
}

type ComparisonProps = ChangesProps & {
  data: { changes: readonly SemanticChange[]; more?: number | undefined }
}

function RevisionComparison({ space, revision, search, onSearch, data }: ComparisonProps) {
  const rollBack = useRollBack(space)
  const rollBackPage = usePageRollBack(space)
  const [parent] = revision.parents
  const isActive = revision.id === space.revision
  const canRollBack = space.permissions.edit && space.editMode !== 'locked' && !isActive
  return (
    <div className={styles.side}>
      <div className={styles.bar}>
        <span className="soft">{isActive ? 'Current content' : 'Changes in this revision'}</span>
        <span className="grow" />
        {canRollBack && (
          <Button
            variant="outline"
            aria-busy={rollBack.isPending}
            onClick={() => void rollBack.run(revision)}
          >
            Roll back to this revision
          </Button>
        )}
      </div>
      <div className="split comparison is-two">
        <Comparison
          changes={data.changes}
          more={data.more ?? 0}
          before={{ spaceId: space.id, revision: parent ?? revision.id }}
          after={{ spaceId: space.id, revision: revision.id }}
          links={{ spaceId: space.id }}
          search={search}
          onSearch={onSearch}
          actionsOf={(page) =>
            canRollBack && (
              <Button
                size="small"
                icon={Undo2}
                aria-busy={rollBackPage.isPending}
                onClick={() => rollBackPage.run(revision, page)}
              >
                {rollBackLabel(page)}
              </Button>
            )
          }
          empty={<Empty title="No changes" />}
        />
      </div>
    </div>
  )
}

function rollBackLabel({ kind, isReusable }: ChangedPage): string {
  if (kind === 'removed') return 'Restore'
  return isReusable ? 'Roll back' : 'Roll back this page'
}

type RevisionListProps = {
  spaceId: string
  rows: readonly RevisionItem[]
  selected: string
  /** The current revision of the space. */
  active: string
  onSelect: (id: string) => void
}

/** Revisions and the pages that people confirmed between them, newest first. */
const RevisionList = ({ spaceId, rows, selected, active, onSelect }: RevisionListProps) => (
  <nav aria-label="Revisions">
    <ol className={styles.rows}>
      {rows.map((row) => (
        <Fragment key={row.id}>
          <ConfirmedPages spaceId={spaceId} confirmations={row.confirmations} />
          <li>
            <Link
              className={clsx(styles.row, row.id === selected && 'is-on')}
              to="."
              search={(all: object) => ({ ...all, revision: row.id, page: undefined })}
              replace
              aria-current={row.id === selected ? 'true' : undefined}
              activeProps={{}}
              onFocus={() => row.id !== selected && onSelect(row.id)}
              title={[describeRevision(row), editingTime(row)].join(' ').trimEnd()}
            >
              <Icon of={icons[row.type]} size="s" />
              <span className={styles.what}>
                <span className={styles.title}>{describeRevision(row)}</span>
                <span className={clsx('meta faint', styles.by)}>
                  {row.createdBy && (
                    <>
                      <Avatar id={row.createdBy.id} name={row.createdBy.displayName} />
                      <span className="truncate">{formatNames(authorsOf(row))},</span>
                    </>
                  )}
                  <Time at={row.createdAt} ago />
                </span>
              </span>
              {row.id === active && <Badge>Now</Badge>}
            </Link>
          </li>
        </Fragment>
      ))}
    </ol>
  </nav>
)

const icons: Readonly<Record<RevisionItem['type'], LucideIcon>> = {
  edits: FilePen,
  merge: GitMerge,
  rollback: Undo2,
  update: RefreshCw,
  computed: RefreshCw,
}

/** Everyone who wrote a revision, who saved it first. */
const authorsOf = ({ createdBy, coAuthors = [] }: RevisionItem): string[] =>
  [createdBy, ...coAuthors].flatMap((author) => author?.displayName ?? [])
