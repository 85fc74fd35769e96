import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { MessageSquarePlus } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Comment } from '#contract/comments.ts'
import { cutText } from '#markup/cut-text.ts'
import { useShortcuts } from '../../hooks/use-actions.ts'
import { useMedia } from '../../hooks/use-media.ts'
import { useIsPainted } from '../../hooks/use-painted.ts'
import type { RenderedPage } from '../page-text/render-page.ts'
import { Icon } from '../ui/icon.tsx'
import { CommentMark } from './comment-mark.tsx'
import styles from './commented-page.module.css'
import { CommentsSheet, PageComments } from './page-comments.tsx'
import {
  type BlockPosition,
  blockContaining,
  type CommentFilter,
  excerptOf,
  openThreadsByBlock,
  useBlockPositions,
} from './page-threads.ts'
import { type CommentsRef, type CommentTarget, commentsQuery } from './queries.ts'

/** Search params of the comments on a page. */
export type CommentSearch = {
  comments?: CommentFilter | undefined
  comment?: string | undefined
  /** Key of the block to comment on. */
  commentOn?: string | undefined
}

type Props = {
  at: CommentsRef
  page: { readonly id: string; readonly title: string }
  /** The page rendered with `places`. */
  rendered: RenderedPage
  search: CommentSearch
  onSearch: (change: CommentSearch) => void
  mayComment: boolean
  /** The drawn text. */
  children: ReactNode
  /** Shown next to the page while the comments are closed. */
  side: ReactNode
}

/** A page with its comments: beside the blocks on wide screens, in a sheet on narrow ones. */
export function CommentedPage(props: Props) {
  const { at, page, rendered, search, onSearch, mayComment, children, side } = props
  const box = useRef<HTMLDivElement>(null)
  const hasRoom = useMedia('(min-width: 1180px)')
  const [chosen, setTarget] = useState<CommentTarget>()
  const target = chosen?.page === page.id ? chosen : undefined
  const places = useBlockPositions(box, rendered)
  const isOpen = search.comments !== undefined || search.comment !== undefined
  const { data } = useQuery({ ...commentsQuery(at, page.id), enabled: useIsPainted() || isOpen })
  const comments = data?.items ?? []
  const filter = search.comments ?? 'open'
  const onComment = (comment: string) => onSearch({ comments: filter, comment })
  const node = comments.find(({ id }) => id === search.comment)?.target.node?.id
  const { commentOn } = search
  const place = places.find(({ key }) => key === commentOn)
  useEffect(() => {
    if (!place || !mayComment) return
    setTarget({ page: page.id, node: place.key, words: excerptOf(place.text) })
    onSearch({ comments: 'open', commentOn: undefined })
  }, [place, mayComment, page.id, onSearch])
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
      <div className={isOpen && hasRoom ? 'page-columns has-comments' : 'page-columns'}>
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
    element?.classList.add('has-thread')
    return () => element?.classList.remove('has-thread')
  }, [element])
}

type CommentMarginProps = {
  box: RefObject<HTMLElement | null>
  page: string
  positions: readonly BlockPosition[]
  /** Open threads by the block they hang on. */
  open: ReadonlyMap<string, readonly Comment[]>
  selected: string | undefined
  canComment: boolean
  onTarget: (target: CommentTarget) => void
  onComment: (id: string) => void
}

/** Next to the text: the number of comments on each block, and a button to comment on the hovered one. */
function CommentMargin(props: CommentMarginProps) {
  const { page, positions, open, selected, canComment, onTarget, onComment } = props
  const { at, quote, top, button } = usePointed(props)
  return (
    <div>
      {positions.map(({ key, text, top }) => {
        const threads = open.get(key)
        const [first] = threads ?? []
        if (!threads || !first || (at?.key === key && quote)) return null
        return (
          <CommentMark
            key={key}
            count={threads.length}
            text={text}
            isSelected={threads.some(({ id }) => id === selected)}
            style={{ top }}
            onClick={() => onComment(first.id)}
          />
        )
      })}
      {canComment && at && (
        <button
          ref={button}
          type="button"
          className={clsx(styles.mark, 'is-new', open.has(at.key) && !quote && 'is-second')}
          style={{ top }}
          aria-label={`Comment on “${excerptOf(quote ?? at.text)}”`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTarget({ page, node: at.key, quote, words: excerptOf(quote ?? at.text) })}
        >
          <Icon of={MessageSquarePlus} size="s" />
        </button>
      )}
    </div>
  )
}

const mostQuoted = 1000

/** The block that is hovered, reached by keyboard, or has selected text in it. */
function usePointed({ box, positions, canComment }: CommentMarginProps) {
  const [key, setKey] = useState<string>()
  const [picked, setPicked] = useState<{ key: string; quote: string; top: number }>()
  const button = useRef<HTMLButtonElement>(null)
  const latest = useRef(positions)
  latest.current = positions
  useEffect(() => {
    const element = box.current
    if (!element || !canComment) return
    const point = ({ target }: PointerEvent) => {
      const block = target instanceof Node ? blockContaining(target, latest.current) : undefined
      if (block) setKey(block.key)
    }
    const pick = () => setPicked(pickedIn(element, latest.current))
    element.addEventListener('pointermove', point)
    element.addEventListener('pointerdown', point)
    document.addEventListener('selectionchange', pick)
    return () => {
      element.removeEventListener('pointermove', point)
      element.removeEventListener('pointerdown', point)
      document.removeEventListener('selectionchange', pick)
    }
  }, [box, canComment])
  const step = (way: 1 | -1) => {
    const next = positions[positions.findIndex((one) => one.key === key) + way]
    if (!next) return
    // The focus moves right away: a frame later it could take it back from the field that Enter opened.
    flushSync(() => setKey(next.key))
    next.element.scrollIntoView({ block: 'nearest' })
    button.current?.focus()
  }
  useShortcuts(
    canComment
      ? [
          { keys: 'n', label: 'Next block to comment on', group: 'On this page', run: () => step(1) },
          { keys: 'p', label: 'Previous block', group: 'On this page', run: () => step(-1) },
        ]
      : [],
  )
  const at = positions.find((one) => one.key === (picked?.key ?? key))
  return { at, quote: picked?.quote, top: picked?.top ?? at?.top ?? 0, button }
}

function pickedIn(box: HTMLElement, places: readonly BlockPosition[]) {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  const quote = cutText(selection.toString().replace(/\s+/g, ' ').trim(), mostQuoted)
  const block = box.contains(range.commonAncestorContainer)
    ? blockContaining(range.startContainer, places)
    : undefined
  if (!block || quote === '') return undefined
  const top = range.getBoundingClientRect().top - box.getBoundingClientRect().top
  return { key: block.key, quote, top: Math.max(0, top) }
}
