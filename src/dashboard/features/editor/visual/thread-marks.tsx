import { useQuery } from '@tanstack/react-query'
import type { EditorView } from 'prosemirror-view'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { CommentMark } from '../../../components/comments/comment-mark.tsx'
import { excerptOf, openThreadsByBlock } from '../../../components/comments/page-threads.ts'
import { type CommentsRef, commentsQuery } from '../../../components/comments/queries.ts'
import { CommentThread } from '../../../components/comments/thread.tsx'
import { Popover } from '../../../components/ui/popover.tsx'
import { useIsPainted } from '../../../hooks/use-painted.ts'
import styles from './thread-marks.module.css'
import { placeThreads, type ThreadPlace, threadPlacesIn } from './thread-places.ts'
import type { VisualDocument } from './visual-document.ts'

/** A page in its space or change request. */
export type PageRef = CommentsRef & { readonly pageId: string }

type Props = {
  at: PageRef
  view: EditorView
  document: () => VisualDocument | null
}

/** Beside the blocks with open threads: how many there are, and the threads when someone opens them. */
export function ThreadMarks({ at, view, document }: Props) {
  const { data } = useQuery({ ...commentsQuery(at, at.pageId), enabled: useIsPainted() })
  const threads = useMemo(() => openThreadsByBlock(data?.items ?? []), [data])
  const root = useRef<HTMLDivElement>(null)
  const latest = useRef(document)
  latest.current = document
  useEffect(() => {
    const opened = latest.current()
    if (opened) placeThreads(view, opened, [...threads.keys()])
  }, [view, threads])
  const place = useRef(() => {
    for (const mark of root.current?.children ?? []) {
      const block = mark instanceof HTMLElement ? view.nodeDOM(Number(mark.dataset.at)) : null
      const frame = root.current?.offsetParent
      if (!(mark instanceof HTMLElement) || !(block instanceof HTMLElement) || !frame) continue
      mark.style.top = `${block.getBoundingClientRect().top - frame.getBoundingClientRect().top}px`
    }
  })
  useLayoutEffect(() => place.current())
  useEffect(() => {
    const observer = new ResizeObserver(() => place.current())
    observer.observe(view.dom)
    return () => observer.disconnect()
  }, [view])
  return (
    <div className={styles.root} ref={root}>
      {blocksIn(view, threads).map(({ id, at: position, text, comments }) => (
        <div key={id} className={styles.place} data-at={position}>
          <Threads at={at} comments={comments} text={text} onResolved={() => focusIfOpen(view)} />
        </div>
      ))}
    </div>
  )
}

type CommentedBlock = ThreadPlace & { readonly comments: readonly Comment[] }

/** The blocks on the top level with the threads on them and on blocks within them. */
function blocksIn(view: EditorView, threads: ReadonlyMap<string, readonly Comment[]>): CommentedBlock[] {
  const blocks = new Map<number, CommentedBlock>()
  for (const [key, place] of threadPlacesIn(view.state)) {
    const block = blocks.get(place.at) ?? { ...place, comments: [] }
    blocks.set(place.at, { ...block, comments: [...block.comments, ...(threads.get(key) ?? [])] })
  }
  return [...blocks.values()]
    .filter(({ comments }) => comments.length > 0)
    .toSorted((one, other) => one.at - other.at)
}

type ThreadsProps = {
  at: CommentsRef
  comments: readonly Comment[]
  text: string
  /** When the last thread was resolved, or the editor is closed. */
  onResolved: () => void
}

function Threads({ at, comments, text, onResolved }: ThreadsProps) {
  const [selected, setSelected] = useState<string>()
  const [isOpen, setIsOpen] = useState(false)
  const latest = useRef({ isOpen, onResolved })
  latest.current = { isOpen, onResolved }
  useEffect(
    () => () => {
      if (latest.current.isOpen) latest.current.onResolved()
    },
    [],
  )
  return (
    <Popover
      label={`Comments on “${excerptOf(text)}”`}
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={<CommentMark count={comments.length} text={text} isSelected={isOpen} />}
    >
      <div className={styles.threads}>
        {comments.map((comment) => (
          <CommentThread
            key={comment.id}
            at={at}
            comment={comment}
            isSelected={comments.length === 1 || comment.id === selected}
            onSelect={() => setSelected(comment.id)}
          />
        ))}
      </div>
    </Popover>
  )
}

function focusIfOpen(view: EditorView): void {
  if (!view.isDestroyed) view.focus()
}
