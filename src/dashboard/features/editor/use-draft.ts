import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { confirm } from '../../components/confirm.tsx'
import type { ContentRef } from '../../data/content.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { isSameDraft } from './draft-merge.ts'
import {
  type DraftKey,
  findStoredDraft,
  onDraftInOtherTab,
  removeDraft,
  startNewDraft,
  storeDraft,
} from './draft-storage.ts'
import type { Draft, EditablePage, PageVersion } from './queries.ts'

const STORE_DELAY_MS = 400

/** The draft and the version it is based on. Stored in this browser while they differ. */
export function useDraft(key: DraftKey, { base: first }: EditablePage) {
  const [draft, setDraft] = useState<Draft>({ title: first.title, markdown: first.markdown })
  const [base, setSeen] = useState<PageVersion>(first)
  const latest = useRef(draft)
  const isDirty = !isSameDraft(draft, base)
  const write = useCallback((change: Partial<Draft>) => {
    latest.current = { ...latest.current, ...change }
    setDraft(latest.current)
  }, [])
  /** Bases the draft on a newer version. */
  const rebase = useCallback((next: PageVersion) => setSeen(next), [])
  const store = useRef(() => {})
  store.current = () => {
    if (!isSameDraft(latest.current, base)) storeDraft(key, latest.current, base)
  }
  useEffect(() => {
    if (!isDirty) return
    const timer = setTimeout(() => store.current(), STORE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [draft, base, isDirty])
  useEffect(() => {
    const storeBeforeUnload = () => store.current()
    window.addEventListener('pagehide', storeBeforeUnload)
    return () => window.removeEventListener('pagehide', storeBeforeUnload)
  }, [])
  const discard = useCallback(() => removeDraft(key), [key])
  const storeNow = useCallback(() => store.current(), [])
  return { draft, base, latest, isDirty, write, rebase, discard, storeNow }
}

/** The key of a draft, memoized. */
export function useDraftKey(userId: string, { spaceId, change }: ContentRef, pageId: string): DraftKey {
  return useMemo(
    () => ({ userId, at: { spaceId, ...(change === undefined ? {} : { change }) }, pageId }),
    [userId, spaceId, change, pageId],
  )
}

/** An unsaved draft from an earlier visit, if it differs from the page, and whether another tab edits too. */
export function useStoredDraft({ base }: EditablePage, key: DraftKey) {
  const [draft, setDraft] = useState(() => {
    const stored = findStoredDraft(key)
    if (!stored || isSameDraft(stored.draft, base)) return undefined
    startNewDraft()
    return stored
  })
  const [isOpenElsewhere, setIsOpenElsewhere] = useState(false)
  useEffect(() => onDraftInOtherTab(key, () => setIsOpenElsewhere(true)), [key])
  return {
    draft,
    isOpenElsewhere,
    /** The draft was restored or discarded. */
    close: () => {
      if (draft) removeDraft(key, draft.name)
      setDraft(undefined)
    },
    dismissElsewhere: () => setIsOpenElsewhere(false),
  }
}

type LeaveGuardOptions = {
  isDirty: boolean
  /** Called when the user discards the draft. */
  discard: () => void
  /** Stores the draft for later. */
  store: () => void
}

/** Asks before unsaved changes are lost. A redirect to the sign-in page stores the draft instead. */
export function useLeaveGuard({ isDirty, discard, store }: LeaveGuardOptions): void {
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false
      if (next.pathname === paths.signIn) {
        store()
        return false
      }
      const isLeaving = await confirm({ title: labels.leaveDirty, action: 'Leave', cancel: 'Stay' })
      if (isLeaving) discard()
      return !isLeaving
    },
  })
}
