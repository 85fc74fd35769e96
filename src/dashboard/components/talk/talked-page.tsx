import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMedia } from '../../hooks/use-media.ts'
import { useBlockPlaces } from './block-places.ts'
import styles from './comments.module.css'
import type { TalkTarget } from './composer.tsx'
import { PageTalk } from './page-talk.tsx'
import { openOn, type TalkFilter } from './page-threads.ts'
import { commentsAt, type TalkAt } from './talk-at.ts'
import { TalkMargin } from './talk-margin.tsx'
import { TalkSheet } from './talk-sheet.tsx'

/** What the address says of the talk on a page. */
export type TalkSearch = { talk?: TalkFilter | undefined; comment?: string | undefined }

type Props = {
  at: TalkAt
  page: { readonly id: string; readonly title: string }
  /** The text as it is written, and as it was drawn with `places`. */
  markdown: string
  html: string
  search: TalkSearch
  onSearch: (change: TalkSearch) => void
  mayComment: boolean
  /** The drawn text. */
  children: ReactNode
  /** Beside it while nobody talks. */
  side: ReactNode
}

/** A page with what is said of it: beside its blocks where there is room, else as a sheet. */
export function TalkedPage(props: Props) {
  const { at, page, markdown, html, search, onSearch, mayComment, children, side } = props
  const box = useRef<HTMLDivElement>(null)
  const hasRoom = useMedia('(min-width: 1180px)')
  const [target, setTarget] = useState<TalkTarget>()
  const places = useBlockPlaces(box, markdown, html)
  const { data } = useQuery(commentsAt(at, page.id))
  const comments = data?.items ?? []
  const isOpen = search.talk !== undefined || search.comment !== undefined
  const filter = search.talk ?? 'open'
  const onComment = (comment: string) => onSearch({ talk: filter, comment })
  const node = comments.find(({ id }) => id === search.comment)?.target.node?.id
  const element = places.find(({ key }) => key === (target ? target.node : node))?.element
  useEffect(() => {
    element?.scrollIntoView({ block: 'nearest' })
  }, [element])
  useMarked(element)
  const talk = {
    at,
    page,
    places,
    filter,
    onFilter: (talk: TalkFilter) => onSearch({ talk, comment: undefined }),
    chosen: search.comment,
    onComment,
    target,
    onTarget: setTarget,
    mayComment,
    onClose: () => {
      setTarget(undefined)
      onSearch({ talk: undefined, comment: undefined })
    },
  }
  return (
    <>
      <div className={isOpen && hasRoom ? 'page-columns is-talk' : 'page-columns'}>
        <div className={styles.box} ref={box}>
          {children}
          <TalkMargin
            box={box}
            page={page.id}
            places={places}
            open={openOn(comments)}
            chosen={search.comment}
            mayComment={mayComment}
            onTarget={(next) => {
              setTarget(next)
              onSearch({ talk: filter })
            }}
            onComment={onComment}
          />
        </div>
        {isOpen && hasRoom ? (
          <aside className={styles.side} aria-label="Comments on this page">
            <PageTalk {...talk} isBeside />
          </aside>
        ) : (
          side
        )}
      </div>
      {isOpen && !hasRoom && <TalkSheet {...talk} />}
    </>
  )
}

/** The block that is talked about stands out. */
function useMarked(element: HTMLElement | undefined): void {
  useEffect(() => {
    element?.classList.add('is-talked')
    return () => element?.classList.remove('is-talked')
  }, [element])
}
