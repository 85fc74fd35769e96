import { z } from 'zod'
import { readStored, writeStored } from '../../hooks/use-stored.ts'
import type { ContentAt } from '../../lib/content-at.ts'
import type { Draft, Seen } from './edited-page.ts'

const draft = z.object({ title: z.string(), markdown: z.string() })
const kept = z.object({ draft, seen: draft.extend({ revision: z.string() }), at: z.string() })

/** What was written and not saved, with the page as it was when the writing began. */
export type KeptDraft = z.infer<typeof kept> & {
  /** Under which it is kept: each tab keeps its own, so that two never write over each other. */
  readonly name: string
}

/** Whose writing of which page. */
export type DraftPlace = { readonly userId: string; readonly at: ContentAt; readonly pageId: string }

const storage = 'lectern.'

const stemOf = ({ userId, at: { spaceId, change }, pageId }: DraftPlace): string =>
  `draft.${[userId, spaceId, pageId, ...(change === undefined ? [] : [change])].join('.')}~`

/** Lasts as long as the tab, over reloads too. */
function tabId(): string {
  const known = sessionStorage.getItem('lectern.tab')
  if (known) return known
  const made = Math.random().toString(36).slice(2, 10)
  sessionStorage.setItem('lectern.tab', made)
  return made
}

/** From now on this tab keeps its drafts under new names, so that what it kept until now stays. */
export function keepApart(): void {
  sessionStorage.removeItem('lectern.tab')
}

/** What this person left of a page in this browser, in whichever tab; the newest when there are several. */
export function keptDraft(place: DraftPlace): KeptDraft | undefined {
  const stem = storage + stemOf(place)
  const names = Object.keys(localStorage).filter((name) => name.startsWith(stem))
  const all = names.flatMap((full) => {
    const name = full.slice(storage.length)
    const found = readStored(name, kept)
    return found ? [{ ...found, name }] : []
  })
  return all.sort((a, b) => (a.at < b.at ? 1 : -1))[0]
}

const ownName = (place: DraftPlace): string => stemOf(place) + tabId()

/** Keeps a draft in this browser until it is saved or given up. */
export function keepDraft(place: DraftPlace, written: Draft, seen: Seen): void {
  writeStored(ownName(place), { draft: written, seen, at: new Date().toISOString() })
}

/** Forgets what this tab kept, or what is kept under a name. */
export function dropDraft(place: DraftPlace, name: string = ownName(place)): void {
  localStorage.removeItem(storage + name)
}

/** Calls when the same person writes the page in another tab; answers how to stop. */
export function onOtherTab(place: DraftPlace, act: () => void): () => void {
  const stem = storage + stemOf(place)
  const own = storage + ownName(place)
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key?.startsWith(stem) && key !== own && newValue !== null) act()
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}
