import { useState } from 'react'
import type { DocumentPage } from '#contract/pages.ts'
import { isApiError } from '#dashboard/data/api.ts'
import { type ContentRef, useEditContent } from '#dashboard/data/content.ts'
import {
  type Choices,
  type DraftMerge,
  isSameDraft,
  mergeAfterSave,
  mergeDrafts,
  resolveMerge,
} from './draft-merge.ts'
import { type Draft, loadForEditing, type PageVersion } from './queries.ts'
import type { useDraft } from './use-draft.ts'

/** Why a save failed: conflicts to resolve, or the page was deleted. */
export type SaveProblem = SaveConflicts | { readonly kind: 'deleted' }

export type SaveConflicts = {
  readonly kind: 'conflicts'
  readonly merge: DraftMerge
  readonly now: PageVersion
  /** When the other version was saved. */
  readonly at: string | undefined
}

type SaveOptions = {
  at: ContentRef
  page: DocumentPage
  draftState: ReturnType<typeof useDraft>
  /** Replaces the text in the editor. */
  show: (draft: Draft) => void
}

/**
 * Saves the draft on top of its base revision. Changes of others are merged in; conflicts are returned as a problem
 * to resolve.
 */
export function useSave({ at, page, draftState, show }: SaveOptions) {
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [problem, setProblem] = useState<SaveProblem | null>(null)
  const edit = useEditContent(at, { shown: 'in-form' })

  const adoptSaved = async (sent: Draft) => {
    const now = await loadForEditing(at, page.id)
    if (!now) return
    const next = mergeAfterSave(sent, now.base, draftState.latest.current)
    if (!next) return
    draftState.rebase(now.base)
    show(next)
    if (isSameDraft(next, now.base)) draftState.discard()
  }

  const handleConflict = async (sent: Draft, base: PageVersion) => {
    try {
      const now = await loadForEditing(at, page.id)
      if (!now) return setProblem({ kind: 'deleted' })
      const merge = mergeDrafts(base, now.base, sent)
      if (merge.conflicts.length === 0) return saveOnTop(resolveMerge(merge, {}), now.base)
      setProblem({ kind: 'conflicts', merge, now: now.base, at: now.page.updatedAt })
    } catch (error) {
      if (isApiError(error, 404)) setProblem({ kind: 'deleted' })
    }
  }

  const save = async (draft: Draft = draftState.latest.current, base: PageVersion = draftState.base) => {
    if (edit.isPending || isSameDraft(draft, base)) return
    const changes = [
      {
        operation: 'update_page' as const,
        page: page.id,
        ...(draft.title === base.title ? {} : { title: draft.title }),
        ...(draft.markdown === base.markdown ? {} : { document: { markdown: draft.markdown } }),
      },
    ]
    try {
      await edit.mutateAsync({ base: base.revision, changes })
      setProblem(null)
      setSavedAt(new Date().toISOString())
      await adoptSaved(draft)
    } catch (error) {
      if (isApiError(error, 409)) await handleConflict(draft, base)
      else if (isApiError(error, 404)) setProblem({ kind: 'deleted' })
    }
  }
  const saveOnTop = (draft: Draft, now: PageVersion): Promise<void> => {
    draftState.rebase(now)
    show(draft)
    return save(draft, now)
  }
  const isHandled = problem !== null || (edit.error !== null && isApiError(edit.error, 409, 404))
  return {
    save,
    savedAt,
    isSaving: edit.isPending,
    error: isHandled ? null : edit.error,
    problem,
    dismissProblem: () => setProblem(null),
    /** Resolves the conflicts as chosen and saves on top of the current version. */
    resolveConflicts: ({ merge, now }: SaveConflicts, choices: Choices) => {
      setProblem(null)
      return saveOnTop(resolveMerge(merge, choices), now)
    },
  }
}
