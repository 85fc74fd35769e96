import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, GitCompareArrows, MessageSquare, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Space } from '#contract/spaces.ts'
import type { ChangedPage } from '../../components/diff/changed-pages.ts'
import { Comparison } from '../../components/diff/comparison.tsx'
import type { DiffSearch } from '../../components/diff/diff-search.ts'
import type { TalkTarget } from '../../components/talk/composer.tsx'
import { ButtonFace, buttonClass } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { useIsNarrow } from '../../hooks/use-media.ts'
import { placesAt } from '../../lib/content-at.ts'
import { places } from '../../lib/places.ts'
import { blockTalk } from './block-talk.tsx'
import {
  baseOf,
  changesQuery,
  commentsQuery,
  conflictsQuery,
  isActive,
  type RequestAt,
} from './request-queries.ts'
import type { RequestSearch } from './request-search.ts'
import { RequestSide } from './request-side.tsx'
import { SeenBanner } from './seen-banner.tsx'
import { Tick } from './tick.tsx'
import { useSeen } from './use-seen.ts'
import { useTicks } from './use-ticks.tsx'

type Props = {
  at: RequestAt
  space: Space
  request: ChangeRequest
  search: DiffSearch & RequestSearch
  onSearch: (change: Partial<DiffSearch & RequestSearch>) => void
}

/** Changed pages, the diff of the chosen one, and the conversation. */
export function RequestChanges({ at, space, request, search, onSearch }: Props) {
  const isNarrow = useIsNarrow()
  const { data } = useSuspenseQuery(changesQuery(at))
  const { spaceId, number: change } = at
  const [target, setTarget] = useState<TalkTarget>()
  const { data: comments } = useQuery(commentsQuery(at))
  const { data: conflicts } = useQuery({
    ...conflictsQuery(at),
    enabled: isActive(request) && request.outdated,
  })
  const onComment = (comment: string) => onSearch({ comment })
  const seen = useSeen(at, request, search.since)
  const shown = seen.shown ?? data
  const ticks = useTicks(at, data)
  const mayWrite = space.permissions.edit && isActive(request)
  return (
    <>
      <SeenBanner
        seen={seen}
        since={search.since}
        onSince={(since) => onSearch({ since, page: undefined })}
      />
      <div className={isNarrow ? 'split cr is-two' : 'split cr'}>
        <Comparison
          changes={shown.changes}
          more={shown.more ?? 0}
          progress={ticks.progress}
          before={{ spaceId, revision: seen.shown ? search.since : baseOf(request) }}
          after={{ spaceId, change }}
          links={{ spaceId, change }}
          search={search}
          onSearch={onSearch}
          note={(page) => (
            <PageNote
              comments={
                comments?.items.filter(
                  ({ target: on, status }) => on.page?.id === page.id && status === 'open',
                ).length ?? 0
              }
              isClashing={conflicts?.items.some((one) => one.page.id === page.id) === true}
              isNew={seen.changed.has(page.id)}
              isTicked={ticks.has(page.id)}
            />
          )}
          extrasOf={(page: ChangedPage) =>
            blockTalk({
              page,
              comments: comments?.items ?? [],
              chosen: search.comment,
              mayComment: space.permissions.comment && !isNarrow,
              onTarget: setTarget,
              onComment,
            })
          }
          actsOf={(page) => (
            <>
              <Tick ticks={ticks} page={page} />
              {mayWrite && page.kind !== 'removed' && (
                <Link
                  className={buttonClass('plain', 'small', 'wide')}
                  to={placesAt({ spaceId, change }).edit(page.id)}
                >
                  <ButtonFace icon={Pencil} size="small">
                    Edit page
                  </ButtonFace>
                </Link>
              )}
            </>
          )}
          empty={<NoChanges spaceId={spaceId} request={request} mayWrite={mayWrite} />}
        />
        {!isNarrow && (
          <div className="pane rq-talk">
            <RequestSide {...{ at, space, request, search, onSearch, target }} onTarget={setTarget} />
          </div>
        )}
      </div>
    </>
  )
}

type NoteProps = { comments: number; isClashing: boolean; isNew: boolean; isTicked: boolean }

const PageNote = ({ comments, isClashing, isNew, isTicked }: NoteProps) => (
  <>
    {isNew && (
      <span className="rq-new" title="Changed since you looked">
        <span className="sr">, changed since you looked</span>
      </span>
    )}
    {isTicked && (
      <span className="i-success line" title="Looked at">
        <Icon of={Check} size="s" />
        <span className="sr">, looked at</span>
      </span>
    )}
    {comments > 0 && (
      <span className="status meta">
        <Icon of={MessageSquare} size="s" />
        <span className="num">{comments}</span>
        <span className="sr"> open comments</span>
      </span>
    )}
    {isClashing && (
      <span className="i-danger line" title="Conflict">
        <Icon of={GitCompareArrows} size="s" />
        <span className="sr">, has conflicts</span>
      </span>
    )}
  </>
)

type NoneProps = { spaceId: string; request: ChangeRequest; mayWrite: boolean }

const NoChanges = ({ spaceId, request, mayWrite }: NoneProps) => (
  <Empty
    title="Nothing is changed here yet"
    acts={
      mayWrite && (
        <Link className={buttonClass('line')} to={places.changePart(spaceId, request.number, 'pages')}>
          <ButtonFace icon={Pencil} keys="e">
            Edit the pages
          </ButtonFace>
        </Link>
      )
    }
  >
    {mayWrite
      ? 'Edit pages as in the space; what you change is collected here until it is merged.'
      : 'It says the same as the space.'}
  </Empty>
)
