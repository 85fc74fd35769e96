import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Check, GitCompareArrows, MessageSquare, Pencil, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Comment } from '#contract/comments.ts'
import type { Space } from '#contract/spaces.ts'
import type { CommentTarget } from '../../components/comments/queries.ts'
import type { ChangedPage } from '../../components/diff/changed-pages.ts'
import { Comparison } from '../../components/diff/comparison.tsx'
import type { DiffSearch } from '../../components/diff/diff-search.ts'
import { ButtonContent, buttonClass, IconButton } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { baseOf, type ContentRef, contentPaths } from '../../data/content.ts'
import { reusableContentPath } from '../../data/reusable-content.ts'
import { useIsNarrow } from '../../hooks/use-media.ts'
import { useIsPainted } from '../../hooks/use-painted.ts'
import { paths } from '../../lib/paths.ts'
import { blockThreads } from './block-threads.tsx'
import styles from './change-request.module.css'
import { RequestSide } from './conversation.tsx'
import { useDiscard } from './discard.ts'
import { changesQuery, conflictsQuery, isActive, type RequestRef, requestCommentsQuery } from './queries.ts'
import type { RequestSearch } from './search-params.ts'
import { SeenBanner, useSeenChanges, useViewedPages, ViewedToggle } from './viewed-pages.tsx'

type Props = {
  at: RequestRef
  space: Space
  request: ChangeRequest
  search: DiffSearch & RequestSearch
  onSearch: (change: Partial<DiffSearch & RequestSearch>) => void
}

/** Changed pages, the diff of the selected one, and the conversation. */
export function RequestChanges({ at, space, request, search, onSearch }: Props) {
  const isNarrow = useIsNarrow()
  const isPainted = useIsPainted()
  const { data } = useSuspenseQuery(changesQuery(at))
  const { spaceId, number: change } = at
  const [target, setTarget] = useState<CommentTarget>()
  const { data: comments } = useQuery({ ...requestCommentsQuery(at), enabled: isPainted })
  const { data: conflicts } = useQuery({
    ...conflictsQuery(at),
    enabled: isActive(request) && request.outdated,
  })
  const onComment = (comment: string) => onSearch({ comment })
  const seenChanges = useSeenChanges(at, request, search.since)
  const comparison = seenChanges.shown ?? data
  const viewed = useViewedPages(at, request, data)
  const canWrite = space.permissions.edit && isActive(request)
  const discard = useDiscard(at, request)
  // Only changes of the whole request can be taken back, not those since the last visit.
  const canDiscard = canWrite && search.since === undefined
  return (
    <>
      <SeenBanner
        seen={seenChanges}
        since={search.since}
        onSince={(since) => onSearch({ since, page: undefined })}
      />
      <div className={isNarrow ? 'split comparison is-two' : 'split comparison'}>
        <Comparison
          changes={comparison.changes}
          more={comparison.more ?? 0}
          progress={viewed.progress}
          before={{ spaceId, revision: seenChanges.shown ? search.since : baseOf(request) }}
          after={{ spaceId, change }}
          links={{ spaceId, change }}
          search={{ ...search, page: search.page ?? pageOf(comments?.items, search.comment) }}
          onSearch={onSearch}
          note={(page) => (
            <PageBadges
              comments={
                comments?.items.filter(
                  ({ target: on, status }) => on.page?.id === page.id && status === 'open',
                ).length ?? 0
              }
              hasConflict={conflicts?.items.some((one) => one.page.id === page.id) === true}
              isNew={seenChanges.changed.has(page.id)}
              isViewed={viewed.has(page.id)}
            />
          )}
          extrasOf={(page: ChangedPage) =>
            blockThreads({
              at: { spaceId, change, organizationId: space.organization },
              page,
              comments: comments?.items ?? [],
              selected: search.comment,
              canComment: space.permissions.comment && !isNarrow,
              onTarget: setTarget,
              onComment,
              onDiscard:
                canDiscard && page.kind === 'edited'
                  ? (block, words) => discard.block(page, block, words)
                  : undefined,
            })
          }
          actionsOf={(page) => (
            <>
              {!page.isReusable && <ViewedToggle viewedPages={viewed} page={page} />}
              {canDiscard && page.kind !== 'moved' && (
                <IconButton
                  small
                  className="wide"
                  icon={Undo2}
                  label={discardLabel(page, page.kind)}
                  aria-busy={discard.isPending}
                  onClick={() => discard.page(page)}
                />
              )}
              {canWrite && page.kind !== 'removed' && <EditLink at={{ spaceId, change }} page={page} />}
            </>
          )}
          empty={<NoChanges spaceId={spaceId} request={request} canWrite={canWrite} />}
        />
        {!isNarrow && (
          <div className={clsx('pane', styles.side)}>
            {isPainted && (
              <RequestSide {...{ at, space, request, search, onSearch, target }} onTarget={setTarget} />
            )}
          </div>
        )}
      </div>
    </>
  )
}

const EditLink = ({ at, page: { id, isReusable } }: { at: ContentRef; page: ChangedPage }) => (
  <Link
    className={buttonClass('plain', 'small', 'wide')}
    to={isReusable ? reusableContentPath(at, id) : contentPaths(at).edit(id)}
  >
    <ButtonContent icon={Pencil} size="small">
      {isReusable ? 'Edit' : 'Edit page'}
    </ButtonContent>
  </Link>
)

function discardLabel({ isReusable }: ChangedPage, kind: 'added' | 'edited' | 'removed'): string {
  const noun = isReusable ? 'reusable content' : 'page'
  if (kind === 'added') return `Discard the new ${noun}`
  return kind === 'edited' ? `Discard the changes to this ${noun}` : `Restore the ${noun}`
}

/** The page of a comment that the address points at. */
const pageOf = (comments: readonly Comment[] | undefined, id: string | undefined): string | undefined =>
  id === undefined ? undefined : comments?.find((one) => one.id === id)?.target.page?.id

type BadgesProps = { comments: number; hasConflict: boolean; isNew: boolean; isViewed: boolean }

const PageBadges = ({ comments, hasConflict, isNew, isViewed }: BadgesProps) => (
  <>
    {isNew && (
      <span className={styles.new} title="Changed since your last visit">
        <span className="sr">, changed since your last visit</span>
      </span>
    )}
    {isViewed && (
      <span className="i-success line" title="Viewed">
        <Icon of={Check} size="s" />
        <span className="sr">, viewed</span>
      </span>
    )}
    {comments > 0 && (
      <span className="status meta">
        <Icon of={MessageSquare} size="s" />
        <span className="num">{comments}</span>
        <span className="sr"> open comments</span>
      </span>
    )}
    {hasConflict && (
      <span className="i-danger line" title="Conflict">
        <Icon of={GitCompareArrows} size="s" />
        <span className="sr">, has conflicts</span>
      </span>
    )}
  </>
)

type NoneProps = { spaceId: string; request: ChangeRequest; canWrite: boolean }

const NoChanges = ({ spaceId, request, canWrite }: NoneProps) => (
  <Empty
    title="No changes yet"
    actions={
      canWrite && (
        <Link className={buttonClass('outline')} to={paths.changePart(spaceId, request.number, 'pages')}>
          <ButtonContent icon={Pencil} keys="e">
            Edit pages
          </ButtonContent>
        </Link>
      )
    }
  >
    {canWrite
      ? 'Edit pages as you would in the space. Readers don’t see your changes until you merge.'
      : 'No differences from the space.'}
  </Empty>
)
