import { z } from 'zod'
import { readStored, writeStored } from '../../hooks/use-stored.ts'
import type { Draft, Seen } from './edited-page.ts'

const draft = z.object({ title: z.string(), markdown: z.string() })
const kept = z.object({ draft, seen: draft.extend({ revision: z.string() }), at: z.string() })

/** What was written and not saved, with the page as it was when the writing began. */
export type KeptDraft = z.infer<typeof kept>

const nameOf = (spaceId: string, pageId: string) => `draft.${spaceId}.${pageId}`

export const keptDraft = (spaceId: string, pageId: string): KeptDraft | undefined =>
  readStored(nameOf(spaceId, pageId), kept)

/** Keeps a draft in this browser until it is saved or given up. */
export function keepDraft(spaceId: string, pageId: string, written: Draft, seen: Seen): void {
  writeStored(nameOf(spaceId, pageId), { draft: written, seen, at: new Date().toISOString() })
}

export function dropDraft(spaceId: string, pageId: string): void {
  writeStored(nameOf(spaceId, pageId), null)
}
