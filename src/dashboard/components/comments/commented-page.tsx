import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMedia } from '#dashboard/hooks/use-media.ts'
import { useBlockPositions } from './block-positions.ts'
import { CommentMargin } from './comment-margin.tsx'
import styles from './comments.module.css'
import type { CommentTarget } from './composer.tsx'
import { CommentsSheet, PageComments } from './page-comments.tsx'
import { type CommentFilter, openThreadsByBlock } from './page-threads.ts'
import { type CommentsRef, commentsQuery } from './queries.ts'

/** Search params of the comments on a page. */
export type CommentSearch = { comments?: CommentFilter | undefined; comment?: string | undefined }

type Props = {
  at: CommentsRef
  page: { readonly id: string; readonly title: string }
  /** The Markdown of the page, and its HTML rendered with `places`. */
  markdown: string
  html: string
  search: CommentSearch
  onSearch: (change: CommentSearch) => void
  mayComment: boolean
  /** The drawn text. */
  children: ReactNode
  /** Shown beside the page while the comments are closed. */
  side: ReactNode
}

/** A page with its comments: beside their blocks if there is room, else as a sheet. */
export function CommentedPage(props: Props) {
  const { at, page, markdown, html, search, onSearch, mayComment, children, side } = props
  const box = useRef<HTMLDivElement>(null)
  const hasRoom = useMedia('(min-width: 1180px)')
  const [target, setTarget] = useState<CommentTarget>()
  const places = useBlockPositions(box, markdown, html)
  const { data } = useQuery(commentsQuery(at, page.id))
  const comments = data?.items ?? []
  const isOpen = search.comments !== undefined || search.comment !== undefined
  const filter = search.comments ?? 'open'
  const onComment = (comment: string) => onSearch({ comments: filter, comment })
  const node = comments.find(({ id }) => id === search.comment)?.target.node?.id
  const element = places.find(({ key }) => key === (target ? target.node : node))?.element
  useEffect(() => {
    element?.scrollIntoView({ block: 'nearest' })
  }, [element])
  useMarked(element)
  const panel = {
    at,
    page,
    places,
    filter,
    onFilter: (next: CommentFilter) => onSearch({ comments: next, comment: undefined }),
    selected: search.comment,
    onComment,
    target,
    onTarget: setTarget,
    canComment: mayComment,
    onClose: () => {
      setTarget(undefined)
      onSearch({ comments: undefined, comment: undefined })
    },
  }
  return (
    <>
      <div className={isOpen && hasRoom ? 'page-columns is-talk' : 'page-columns'}>
        <div className={styles.box} ref={box}>
          {children}
          <CommentMargin
            box={box}
            page={page.id}
            positions={places}
            open={openThreadsByBlock(comments)}
            selected={search.comment}
            canComment={mayComment}
            onTarget={(next) => {
              setTarget(next)
              onSearch({ comments: filter })
            }}
            onComment={onComment}
          />
        </div>
        {isOpen && hasRoom ? (
          <aside className={styles.side} aria-label="Comments on this page">
            <PageComments {...panel} isBeside />
          </aside>
        ) : (
          side
        )}
      </div>
      {isOpen && !hasRoom && <CommentsSheet {...panel} />}
    </>
  )
}

/** Highlights the block of the selected thread. */
function useMarked(element: HTMLElement | undefined): void {
  useEffect(() => {
    element?.classList.add('is-talked')
    return () => element?.classList.remove('is-talked')
  }, [element])
}
