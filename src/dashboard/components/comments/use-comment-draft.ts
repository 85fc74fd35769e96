import { useEffect, useState } from 'react'
import { unsavedForms } from '../../data/unsaved-forms.ts'
import { type Mentions, toEditable, toStored } from './mentions.ts'
import type { CommentsRef } from './queries.ts'

/** What is being written, with the people who were named in it. */
export type CommentDraft = { readonly text: string; readonly named: Mentions }

export const emptyDraft: CommentDraft = { text: '', named: new Map() }

/**
 * What is being written about `subject`, such as a page or a thread. It survives leaving the view, reloading and the end
 * of the session; what is being posted doesn’t come back.
 */
export function useCommentDraft({ spaceId, change }: CommentsRef, subject: string, isPosting: boolean) {
  const key = `comment ${spaceId} ${change ?? ''} ${subject}`
  const [draft, setDraft] = useState(() => storedDraft(key))
  useEffect(() => {
    const markdown = toStored(draft.text, draft.named)
    if (markdown === '' || isPosting) unsavedForms.take(key)
    else unsavedForms.store(key, { markdown })
  }, [key, draft, isPosting])
  return [draft, setDraft] as const
}

function storedDraft(key: string): CommentDraft {
  const { markdown } = unsavedForms.take(key) ?? {}
  return typeof markdown === 'string' ? toEditable(markdown) : emptyDraft
}
