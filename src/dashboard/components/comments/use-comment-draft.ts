import { useEffect, useState } from 'react'
import { unsavedForms } from '../../data/unsaved-forms.ts'
import { type Mentions, toEditable, toStored } from './mentions.ts'
import type { CommentsRef, CommentTarget } from './queries.ts'

/** What is being written, with the people who were named in it. */
export type CommentDraft = { readonly text: string; readonly named: Mentions }

export const emptyDraft: CommentDraft = { text: '', named: new Map() }

type Stored = { readonly draft: CommentDraft; readonly target?: CommentTarget | undefined }

/**
 * What is being written about `subject`, such as a page or a thread, or about a block in it, the `target`. It survives
 * leaving the view, reloading and the end of the session; what is being posted doesn’t come back.
 * @returns the draft, how to change it, and the block that a draft from before is about
 */
export function useCommentDraft(
  { spaceId, change }: CommentsRef,
  subject: string,
  isPosting: boolean,
  target?: CommentTarget,
) {
  const key = `comment ${spaceId} ${change ?? ''} ${subject}`
  const [stored] = useState(() => takeStored(key))
  const [draft, setDraft] = useState(stored.draft)
  useEffect(() => {
    const markdown = toStored(draft.text, draft.named)
    if (markdown === '' || isPosting) unsavedForms.take(key)
    else unsavedForms.store(key, { markdown, target })
  }, [key, draft, isPosting, target])
  return [draft, setDraft, stored.target] as const
}

function takeStored(key: string): Stored {
  const { markdown, target } = unsavedForms.take(key) ?? {}
  if (typeof markdown !== 'string') return { draft: emptyDraft }
  return { draft: toEditable(markdown), target: target as CommentTarget | undefined }
}
