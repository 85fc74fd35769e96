import { useState } from 'react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Space } from '#contract/spaces.ts'
import type { TalkTarget } from '../../components/talk/composer.tsx'
import { Conversation } from './conversation.tsx'
import { MergeBox } from './merge-box.tsx'
import type { RequestAt } from './request-queries.ts'
import type { OnRequestSearch, RequestSearch } from './request-search.ts'
import { Reviewers } from './reviewers.tsx'

export type SideProps = {
  at: RequestAt
  space: Space
  request: ChangeRequest
  search: RequestSearch
  onSearch: OnRequestSearch
  target: TalkTarget | undefined
  onTarget: (target: TalkTarget | undefined) => void
}

/** Beside the changes: what is in the way of merging, who reviews, what is said. */
export function RequestSide({ search, onSearch, ...rest }: SideProps) {
  const { at, space, request } = rest
  return (
    <Conversation {...rest} comment={search.comment} onComment={(comment) => onSearch({ comment })}>
      <MergeBox at={at} space={space} request={request} />
      <Reviewers at={at} space={space} request={request} />
    </Conversation>
  )
}

/** The same as a view of its own, on narrow screens. */
export function ConversationView(props: Omit<SideProps, 'target' | 'onTarget'>) {
  const [target, onTarget] = useState<TalkTarget>()
  return (
    <div className="talk-alone">
      <RequestSide {...props} target={target} onTarget={onTarget} />
    </div>
  )
}
