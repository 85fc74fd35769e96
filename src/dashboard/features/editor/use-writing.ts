import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ContentAt } from '../../lib/content-at.ts'
import type { Draft, EditedPage, Seen } from './edited-page.ts'
import { type DraftPlace, dropDraft, keepDraft } from './kept-drafts.ts'
import { isSame } from './settling.ts'

const rest = 400

/** What is being written, beside what it began from; kept in this browser while the two differ. */
export function useWriting(place: DraftPlace, { seen: first }: EditedPage) {
  const [draft, setDraft] = useState<Draft>({ title: first.title, markdown: first.markdown })
  const [seen, setSeen] = useState<Seen>(first)
  const latest = useRef(draft)
  const isDirty = !isSame(draft, seen)
  const write = useCallback((change: Partial<Draft>) => {
    latest.current = { ...latest.current, ...change }
    setDraft(latest.current)
  }, [])
  /** The page began anew from what the service has now. */
  const beginFrom = useCallback((next: Seen) => setSeen(next), [])
  const keep = useRef(() => {})
  keep.current = () => {
    if (!isSame(latest.current, seen)) keepDraft(place, latest.current, seen)
  }
  useEffect(() => {
    if (!isDirty) return
    const timer = setTimeout(() => keep.current(), rest)
    return () => clearTimeout(timer)
  }, [draft, seen, isDirty])
  useEffect(() => {
    const now = () => keep.current()
    window.addEventListener('pagehide', now)
    return () => window.removeEventListener('pagehide', now)
  }, [])
  const forget = useCallback(() => dropDraft(place), [place])
  const keepNow = useCallback(() => keep.current(), [])
  return { draft, seen, latest, isDirty, write, beginFrom, forget, keepNow }
}

/** Whose writing of which page, the same object while these are. */
export function useDraftPlace(userId: string, { spaceId, change }: ContentAt, pageId: string): DraftPlace {
  return useMemo(
    () => ({ userId, at: { spaceId, ...(change === undefined ? {} : { change }) }, pageId }),
    [userId, spaceId, change, pageId],
  )
}
