import { useQuery } from '@tanstack/react-query'
import { Check, GitMerge, GitPullRequest, type LucideIcon, PenLine } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Space } from '#contract/spaces.ts'
import { Composer, type TalkTarget } from '../../components/talk/composer.tsx'
import type { TalkAt } from '../../components/talk/talk-at.ts'
import { Thread } from '../../components/talk/thread.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useKeys } from '../../hooks/use-keys.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { words } from '../../lib/words.ts'
import { commentsQuery, type RequestAt, reviewsQuery } from './request-queries.ts'
import { type TalkItem, talkItems } from './talk-items.ts'

export type TalkProps = {
  at: RequestAt
  space: Space
  request: ChangeRequest
  /** The thread that is chosen. */
  comment: string | undefined
  onComment: (id: string) => void
  target: TalkTarget | undefined
  onTarget: (target: TalkTarget | undefined) => void
  /** What stands above: reviewers, and what is in the way of merging. */
  children?: ReactNode
}

/** What was said of a change request and what happened to it, with the place to say more. */
export function Conversation(props: TalkProps) {
  const { at, space, request, comment: chosen, onComment, target, onTarget, children } = props
  const comments = useQuery(commentsQuery(at))
  const reviews = useQuery(reviewsQuery(at))
  const list = useRef<HTMLDivElement>(null)
  const talkAt = { spaceId: at.spaceId, change: at.number, organizationId: space.organization }
  const items = talkItems(request, comments.data?.items ?? [], reviews.data?.items ?? [])
  useEffect(() => {
    const thread = chosen && list.current?.querySelector(`[data-thread="${CSS.escape(chosen)}"]`)
    if (thread) thread.scrollIntoView({ block: 'nearest' })
  }, [chosen, comments.data])
  const failed = comments.error ?? reviews.error
  useKeys([
    {
      keys: 'r',
      label: 'Reply to the thread',
      group: 'On this page',
      act: () => replyIn(list.current, chosen)?.focus(),
    },
  ])
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key */}
      <section className="talk-in" tabIndex={0} aria-label="Merge and conversation" ref={list}>
        {children}
        <div className="talk">
          <h2 className="talk-h">Conversation</h2>
          {failed && (
            <Failed
              title="The conversation could not be loaded"
              reason={reasonOf(failed)}
              onRetry={() => void Promise.all([comments.refetch(), reviews.refetch()])}
            />
          )}
          {comments.isPending && !failed && (
            <div role="status" aria-label={words.loading}>
              <Bone width="70%" />
            </div>
          )}
          {items.map((item) => (
            <Item
              key={item.id}
              item={item}
              at={talkAt}
              isChosen={item.id === chosen}
              onChoose={() => onComment(item.id)}
            />
          ))}
        </div>
      </section>
      {space.permissions.comment && <Composer at={talkAt} target={target} onTarget={onTarget} />}
    </>
  )
}

/** The field of the chosen thread, else of the last open one. */
function replyIn(list: HTMLElement | null, chosen: string | undefined): HTMLTextAreaElement | undefined {
  const fields = [...(list?.querySelectorAll<HTMLTextAreaElement>('.thread-foot textarea') ?? [])]
  return fields.find((field) => field.closest(`[data-thread="${chosen}"]`)) ?? fields.at(-1)
}

type ItemProps = { item: TalkItem; at: TalkAt; isChosen: boolean; onChoose: () => void }

function Item({ item, at, isChosen, onChoose }: ItemProps) {
  if (item.kind === 'comment')
    return <Thread at={at} comment={item.comment} isSelected={isChosen} onSelect={onChoose} />
  if (item.kind === 'review') {
    const { reviewer, status, outdated } = item.review
    const isApproval = status === 'approved'
    return (
      <Event icon={isApproval ? Check : PenLine} at={item.at} by={reviewer.displayName}>
        {isApproval ? 'approved this' : 'asked for changes'}
        {outdated ? ', before it was edited' : ''}
      </Event>
    )
  }
  return item.kind === 'made' ? (
    <Event icon={GitPullRequest} at={item.at} by={item.by}>
      started this
    </Event>
  ) : (
    <Event icon={GitMerge} at={item.at} by={item.by}>
      merged this
    </Event>
  )
}

type EventProps = { icon: LucideIcon; at: string; by: string; children: ReactNode }

const Event = ({ icon, at, by, children }: EventProps) => (
  <div className="event">
    <Icon of={icon} />
    <p>
      <b>{by}</b> {children}{' '}
      <span className="faint">
        <Time at={at} />
      </span>
    </p>
  </div>
)
