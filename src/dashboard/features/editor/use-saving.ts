import { useState } from 'react'
import type { DocumentPage } from '#contract/pages.ts'
import { isRefusal } from '../../lib/api.ts'
import { type ContentAt, useEditAt } from '../../lib/content-at.ts'
import { type Draft, readForEditing, type Seen } from './edited-page.ts'
import { afterSaving, type Choices, isSame, type Settling, settled, settlingOf } from './settling.ts'
import type { useWriting } from './use-writing.ts'

/** What keeps a save from going through: clashes to be settled, or the page is gone. */
export type Trouble = Clashes | { readonly kind: 'gone' }

export type Clashes = {
  readonly kind: 'clashes'
  readonly settling: Settling
  readonly now: Seen
  /** When the other side was saved. */
  readonly at: string | undefined
}

type Given = {
  at: ContentAt
  page: DocumentPage
  writing: ReturnType<typeof useWriting>
  /** Puts a text into the editor from outside. */
  show: (draft: Draft) => void
}

/**
 * Saves what was written on top of the revision it began from. Others' changes elsewhere in the page come in, clashes
 * come up as trouble to settle; nothing of either side is lost.
 */
export function useSaving({ at, page, writing, show }: Given) {
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const edit = useEditAt(at, { shown: 'in-form' })

  const takeIn = async (sent: Draft) => {
    const now = await readForEditing(at, page.id)
    if (!now) return
    const next = afterSaving(sent, now.seen, writing.latest.current)
    if (!next) return
    writing.beginFrom(now.seen)
    show(next)
    if (isSame(next, now.seen)) writing.forget()
  }

  const meet = async (sent: Draft, seen: Seen) => {
    try {
      const now = await readForEditing(at, page.id)
      if (!now) return setTrouble({ kind: 'gone' })
      const settling = settlingOf(seen, now.seen, sent)
      if (settling.clashes.length === 0) return saveOnTop(settled(settling, {}), now.seen)
      setTrouble({ kind: 'clashes', settling, now: now.seen, at: now.page.updatedAt })
    } catch (error) {
      if (isRefusal(error, 404)) setTrouble({ kind: 'gone' })
    }
  }

  const save = async (draft: Draft = writing.latest.current, seen: Seen = writing.seen) => {
    if (edit.isPending || isSame(draft, seen)) return
    const changes = [
      {
        operation: 'update_page' as const,
        page: page.id,
        ...(draft.title === seen.title ? {} : { title: draft.title }),
        ...(draft.markdown === seen.markdown ? {} : { document: { markdown: draft.markdown } }),
      },
    ]
    try {
      await edit.mutateAsync({ base: seen.revision, changes })
      setTrouble(null)
      setSavedAt(new Date().toISOString())
      await takeIn(draft)
    } catch (error) {
      if (isRefusal(error, 409)) await meet(draft, seen)
      else if (isRefusal(error, 404)) setTrouble({ kind: 'gone' })
    }
  }
  const saveOnTop = (draft: Draft, now: Seen): Promise<void> => {
    writing.beginFrom(now)
    show(draft)
    return save(draft, now)
  }
  const isMet = trouble !== null || (edit.error !== null && isRefusal(edit.error, 409, 404))
  return {
    save,
    savedAt,
    isSaving: edit.isPending,
    error: isMet ? null : edit.error,
    trouble,
    leaveTrouble: () => setTrouble(null),
    /** Settles the clashes as chosen and saves on top of what is there now. */
    settle: ({ settling, now }: Clashes, choices: Choices) => {
      setTrouble(null)
      return saveOnTop(settled(settling, choices), now)
    },
  }
}
