import { z } from 'zod'
import type { ContentRef } from '../../data/content.ts'
import { readLocalStorage, writeLocalStorage } from '../../hooks/use-local-storage.ts'
import type { Draft, PageVersion } from './queries.ts'

const draft = z.object({ title: z.string(), markdown: z.string() })
const storedDraft = z.object({ draft, base: draft.extend({ revision: z.string() }), at: z.string() })

/** An unsaved draft and the version it is based on. */
export type StoredDraft = z.infer<typeof storedDraft> & {
  /** Storage key. Each tab has its own, so that two tabs never overwrite each other's draft. */
  readonly name: string
}

/** Identifies the user and page of a draft. */
export type DraftKey = { readonly userId: string; readonly at: ContentRef; readonly pageId: string }

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

/** The latest draft of this user and page in this browser, from any tab. */
export function findStoredDraft(key: DraftKey): StoredDraft | undefined {
  const stem = STORAGE_PREFIX + keyPrefixOf(key)
  const names = Object.keys(localStorage).filter((name) => name.startsWith(stem))
  const all = names.flatMap((full) => {
    const name = full.slice(STORAGE_PREFIX.length)
    const stored = readLocalStorage(name, storedDraft)
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
  localStorage.removeItem(STORAGE_PREFIX + name)
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
