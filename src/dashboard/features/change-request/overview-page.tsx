import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useState } from 'react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Space } from '#contract/spaces.ts'
import commentStyles from '../../components/comments/comments.module.css'
import type { CommentTarget } from '../../components/comments/queries.ts'
import { changeKindMarks } from '../../components/diff/changed-page-list.tsx'
import { changedPages, changedReusableContent } from '../../components/diff/changed-pages.ts'
import { Icon } from '../../components/ui/icon.tsx'
import { useIsNarrow } from '../../hooks/use-media.ts'
import { pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './change-request.module.css'
import { Conversation } from './conversation.tsx'
import { Description } from './description.tsx'
import { MergeBox } from './merge-box.tsx'
import { changesQuery, type OnRequestSearch, type RequestRef } from './queries.ts'
import { Reviewers } from './reviewers.tsx'
import type { RequestSearch } from './search-params.ts'

type Props = {
  at: RequestRef
  space: Space
  request: ChangeRequest
  search: RequestSearch
  onSearch: OnRequestSearch
}

/** What is changed, the conversation, and what is left before the merge. On phones the merge comes first. */
export function OverviewPage({ at, space, request, search, onSearch }: Props) {
  const isNarrow = useIsNarrow()
  const [target, setTarget] = useState<CommentTarget>()
  const status = (
    <>
      <MergeBox at={at} space={space} request={request} search={search} onSearch={onSearch} />
      <Reviewers at={at} space={space} request={request} />
    </>
  )
  return (
    <div className={isNarrow ? commentStyles.alone : clsx('split', styles.overview)}>
      <div className={clsx(!isNarrow && 'pane', styles.side)}>
        <Conversation
          at={at}
          space={space}
          request={request}
          comment={search.comment}
          onComment={(comment) => onSearch({ comment })}
          target={target}
          onTarget={setTarget}
        >
          <Description
            at={at}
            space={space}
            request={request}
            isEditing={search.dialog === 'description'}
            onEditing={(isEditing) => onSearch({ dialog: isEditing ? 'description' : undefined })}
          />
          {isNarrow && status}
          <ChangedPages at={at} />
        </Conversation>
      </div>
      {!isNarrow && <div className="pane">{status}</div>}
    </div>
  )
}

const MAX_PAGES = 12

/** The first changed pages and reusable content, with a link to the changes of each. */
function ChangedPages({ at }: { at: RequestRef }) {
  const { data } = useQuery(changesQuery(at))
  if (!data) return null
  const pages = changedPages(data.changes)
  const reusable = changedReusableContent(data.changes)
  const changed = [...pages, ...reusable]
  const to = paths.change(at.spaceId, at.number)
  const rest = changed.length - MAX_PAGES
  return (
    <section className={styles.section} aria-labelledby="changed-head">
      <h2 id="changed-head">{changedLabel(pages.length, reusable.length > 0)}</h2>
      <ul className={styles.summary}>
        {changed.slice(0, MAX_PAGES).map(({ id, title, kind }) => (
          <li key={id}>
            <Icon of={changeKindMarks[kind].icon} size="s" className={changeKindMarks[kind].className} />
            <Link className="truncate" to={to} search={{ page: id }}>
              {title}
            </Link>
            <span className="meta faint">{changeKindMarks[kind].word}</span>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Link className="link meta" to={to}>
          {rest} more
        </Link>
      )}
    </section>
  )
}

function changedLabel(pages: number, isReusableChanged: boolean): string {
  if (pages === 0) return isReusableChanged ? 'Changed reusable content' : 'No changed pages'
  const label = pluralize(pages, 'changed page')
  return isReusableChanged ? `${label} and reusable content` : label
}
