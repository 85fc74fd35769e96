import { useCallback, useEffect, useRef, useState } from 'react'
import type { Draft, EditedPage, Seen } from './edited-page.ts'
import { dropDraft, keepDraft } from './kept-drafts.ts'
import { isSame } from './settling.ts'

const rest = 400

/** What is being written, beside what it began from; kept in this browser while the two differ. */
export function useWriting(spaceId: string, { page, seen: first }: EditedPage) {
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
    if (isDirty) keepDraft(spaceId, page.id, draft, seen)
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
  const forget = useCallback(() => dropDraft(spaceId, page.id), [spaceId, page.id])
  return { draft, seen, latest, isDirty, write, beginFrom, forget }
}
