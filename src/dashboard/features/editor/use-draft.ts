import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { confirmLeaving } from '../../components/confirm.tsx'
import type { ContentRef } from '../../data/content.ts'
import { readLocalStorage, removeLocalStorage, writeLocalStorage } from '../../hooks/use-local-storage.ts'
import { paths } from '../../lib/paths.ts'
import { containsDraft, isSameDraft, mergeDrafts } from './draft-merge.ts'
import type { Draft, EditableDocument, PageVersion } from './queries.ts'

const STORE_DELAY_MS = 400

type Editable = Pick<EditableDocument, 'base'>

/** The draft and the version it is based on. Stored in this browser while they differ. */
export function useDraft(key: DraftKey, { base: opened }: Editable, resumed?: StoredDraft) {
  const first = resumed?.base ?? opened
  const [draft, setDraft] = useState<Draft>(
    resumed?.draft ?? { title: first.title, markdown: first.markdown },
  )
  const [base, setSeen] = useState<PageVersion>(first)
  const latest = useRef(draft)
  const latestBase = useRef(base)
  const isDirty = !isSameDraft(draft, base)
  const write = useCallback((change: Partial<Draft>) => {
    latest.current = { ...latest.current, ...change }
    setDraft(latest.current)
  }, [])
  /** Bases the draft on a newer version. */
  const rebase = useCallback((next: PageVersion) => {
    latestBase.current = next
    setSeen(next)
  }, [])
  const store = useRef(() => {})
  store.current = () => {
    // What is saved must not stay stored: the next visit would bring an older text back.
    if (isSameDraft(latest.current, latestBase.current)) removeDraft(key)
    else storeDraft(key, latest.current, latestBase.current)
  }
  useEffect(() => {
    if (!isDirty) return store.current()
    const timer = setTimeout(() => store.current(), STORE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [draft, base, isDirty])
  const discard = useCallback(() => removeDraft(key), [key])
  const storeNow = useCallback(() => store.current(), [])
  return { draft, base, latest, latestBase, isDirty, write, rebase, discard, storeNow }
}

/** The key of a draft, memoized. */
export function useDraftKey(userId: string, { spaceId, change }: ContentRef, pageId: string): DraftKey {
  return useMemo(
    () => ({ userId, at: { spaceId, ...(change === undefined ? {} : { change }) }, pageId }),
    [userId, spaceId, change, pageId],
  )
}

/**
 * An unsaved draft from an earlier visit, and whether another tab edits too. With `resumes`, a draft of this tab is
 * continued without asking: the page was reloaded, or the person signed in again.
 */
export function useStoredDraft({ base }: Editable, key: DraftKey, { resumes }: { resumes: boolean }) {
  const [resumed] = useState(() => {
    const own = resumes ? unsavedDraft(key, base, ownKey(key)) : undefined
    // One that conflicts with what is saved now may be older than that, so it is offered.
    return own && mergeDrafts(own.base, base, own.draft).conflicts.length === 0 ? own : undefined
  })
  const [draft, setDraft] = useState(() => {
    const stored = resumed === undefined ? unsavedDraft(key, base) : undefined
    if (stored) startNewDraft()
    return stored
  })
  const [isOpenElsewhere, setIsOpenElsewhere] = useState(false)
  useEffect(() => onDraftInOtherTab(key, () => setIsOpenElsewhere(true)), [key])
  return {
    resumed,
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

/** A stored draft with changes that the page does not have. One without them is removed. */
function unsavedDraft(key: DraftKey, now: PageVersion, name?: string): StoredDraft | undefined {
  const stored = findStoredDraft(key, name)
  if (stored === undefined) return undefined
  if (!containsDraft(now, stored.base, stored.draft)) return stored
  removeDraft(key, stored.name)
  return undefined
}

type LeaveGuardOptions = {
  isDirty: boolean
  /** The draft is saved without asking, unless that fails. */
  isAutomatic: boolean
  /** Whether closing the tab asks first. */
  asksBeforeClosing: boolean
  /** Called when the user discards the draft. */
  discard: () => void
  /** Stores the draft for later. */
  store: () => void
  /** Saves the draft; false if that failed, so that the person sees why. */
  save: () => Promise<boolean>
}

/** Asks before unsaved changes are lost. A redirect to the sign-in page stores the draft instead. */
export function useLeaveGuard(options: LeaveGuardOptions): void {
  const { isDirty, isAutomatic, asksBeforeClosing, discard, store, save } = options
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: asksBeforeClosing,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false
      if (next.pathname === paths.signIn) {
        store()
        return false
      }
      if (isAutomatic && (await save())) return false
      const answer = await confirmLeaving('If you don’t save, the draft on this device is deleted too.')
      if (answer === 'leave') discard()
      return answer === 'stay' || (answer === 'save' && !(await save()))
    },
  })
}

const draft = z.object({ title: z.string(), markdown: z.string() })
const pageVersion = draft.extend({ revision: z.string(), updatedAt: z.string().optional() })
const storedDraft = z.object({ draft, base: pageVersion, at: z.string() })
const parseDraft = (value: unknown) => storedDraft.safeParse(value).data

/** An unsaved draft and the version it is based on. */
export type StoredDraft = z.infer<typeof storedDraft> & {
  /** Storage key. Each tab has its own, so that two tabs never overwrite each other's draft. */
  readonly name: string
}

/** Identifies the user and page of a draft. */
type DraftKey = { readonly userId: string; readonly at: ContentRef; readonly pageId: string }

const STORAGE_PREFIX = 'lectern.'

const keyPrefixOf = ({ userId, at: { spaceId, change }, pageId }: DraftKey): string =>
  `draft.${[userId, spaceId, pageId, ...(change === undefined ? [] : [change])].join('.')}~`

/** Id of this browser tab; survives reloads. */
function tabId(): string {
  const existing = sessionStorage.getItem('lectern.tab')
  if (existing) return existing
  const id = Math.random().toString(36).slice(2, 10)
  sessionStorage.setItem('lectern.tab', id)
  return id
}

/** Gives this tab a new id, so that its next draft does not overwrite the stored one. */
export function startNewDraft(): void {
  sessionStorage.removeItem('lectern.tab')
}

/** The latest draft of this user and page in this browser, from any tab, or the one with the given name. */
export function findStoredDraft(key: DraftKey, onlyName?: string): StoredDraft | undefined {
  const stem = STORAGE_PREFIX + keyPrefixOf(key)
  const names = Object.keys(localStorage).filter((name) => name.startsWith(stem))
  const all = names.flatMap((full) => {
    const name = full.slice(STORAGE_PREFIX.length)
    if (onlyName !== undefined && name !== onlyName) return []
    const stored = readLocalStorage(name, parseDraft)
    return stored ? [{ ...stored, name }] : []
  })
  return all.sort((a, b) => (a.at < b.at ? 1 : -1))[0]
}

const ownKey = (key: DraftKey): string => keyPrefixOf(key) + tabId()

/** Stores a draft until it is saved or discarded. */
export function storeDraft(key: DraftKey, draft: Draft, base: PageVersion): void {
  writeLocalStorage(ownKey(key), { draft: draft, base, at: new Date().toISOString() })
}

/** Removes the draft of this tab, or the one with the given name. */
export function removeDraft(key: DraftKey, name: string = ownKey(key)): void {
  removeLocalStorage(name)
}

/** Calls back when the same user edits the page in another tab. Returns a function that unsubscribes. */
export function onDraftInOtherTab(key: DraftKey, onChange: () => void): () => void {
  const stem = STORAGE_PREFIX + keyPrefixOf(key)
  const ownStorageKey = STORAGE_PREFIX + ownKey(key)
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key?.startsWith(stem) && key !== ownStorageKey && newValue !== null) onChange()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
