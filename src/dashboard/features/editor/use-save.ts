import { useEffect, useRef, useState } from 'react'
import type { ApiError } from '#contract/client.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import { isApiError } from '../../data/api.ts'
import { retryOnConflict } from '../../data/conflict-retry.ts'
import { type ContentRef, useEditContent } from '../../data/content.ts'
import {
  type Choices,
  type DraftMerge,
  isSameDraft,
  mergeAfterSave,
  mergeDrafts,
  resolveMerge,
} from './draft-merge.ts'
import { type Draft, type EditedDocument, type PageVersion, reload } from './queries.ts'
import type { useDraft } from './use-draft.ts'

/** Why a save failed: conflicts to resolve, or it was deleted. */
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
  document: EditedDocument
  draftState: ReturnType<typeof useDraft>
  /** Replaces the text in the editor. */
  show: (draft: Draft) => void
}

/**
 * Saves the draft on top of its base revision. Changes of others are merged in; conflicts are returned as a problem
 * to resolve.
 */
export function useSave({ at, document, draftState, show }: SaveOptions) {
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [problem, setProblem] = useState<SaveProblem | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [isRunning, setIsRunning] = useState(false)
  const edit = useEditContent(at, { shown: 'in-form' })

  const adoptSaved = async (sent: Draft) => {
    const now = await reload(at, document)
    if (!now) return
    const next = mergeAfterSave(sent, now.base, draftState.latest.current)
    if (!next) return
    draftState.rebase(now.base)
    show(next)
    if (isSameDraft(next, now.base)) draftState.discard()
  }

  /** Puts the draft on top of what is there now; undefined if that needs a person. */
  const mergeWithCurrent = async (draftOf: () => Draft, base: PageVersion) => {
    const now = await reload(at, document)
    if (!now) return void setProblem({ kind: 'deleted' })
    const merge = mergeDrafts(base, now.base, draftOf())
    if (merge.conflicts.length === 0) return applyMerged(resolveMerge(merge, {}), now.base)
    setProblem({ kind: 'conflicts', merge, now: now.base, at: now.base.updatedAt })
    return undefined
  }
  const applyMerged = (draft: Draft, base: PageVersion) => {
    draftState.rebase(base)
    show(draft)
    return { draft, base }
  }

  /** Returns whether the draft is saved now. */
  const save = async (
    draft: Draft = draftState.latest.current,
    base: PageVersion = draftState.base,
  ): Promise<boolean> => {
    if (edit.isPending || isSameDraft(draft, base)) return !edit.isPending
    setError(null)
    setIsRunning(true)
    try {
      const saved = await retryOnConflict({
        state: { draft, base },
        attempts: MAX_ATTEMPTS,
        isConflict: (error): error is ApiError => isApiError(error, 409),
        send: async (state) => {
          const changes = changesOf(document, state.draft, state.base)
          if (changes.length > 0) await edit.mutateAsync({ base: state.base.revision, changes })
          return state.draft
        },
        rebase: (_error, state) => mergeWithCurrent(() => state.draft, state.base),
      })
      if (!saved) return false
      setProblem(null)
      setSavedAt(new Date().toISOString())
      // The text is saved; without the new base, the next save merges with it.
      await adoptSaved(saved).catch(() => undefined)
      return true
    } catch (failure) {
      if (isApiError(failure, 404)) setProblem({ kind: 'deleted' })
      // Also when reading the other version failed, or others saved again and again: the draft is not saved.
      else setError(failure instanceof Error ? failure : new Error(String(failure)))
      return false
    } finally {
      setIsRunning(false)
    }
  }
  useRetryWhenOnline(error !== null && problem === null, () => void save())
  return {
    save,
    savedAt,
    isSaving: edit.isPending,
    /** True from saving until the draft is based on what was saved. */
    isRunning,
    /** Puts what others saved into the draft, as it is when that is read. False if conflicts need a choice. @throws */
    merge: async () =>
      (await mergeWithCurrent(() => draftState.latest.current, draftState.base)) !== undefined,
    error: problem === null ? error : null,
    problem,
    dismissProblem: () => setProblem(null),
    /** Resolves the conflicts as chosen and saves on top of the current version. */
    resolveConflicts: ({ merge, now }: SaveConflicts, choices: Choices) => {
      setProblem(null)
      const { draft, base } = applyMerged(resolveMerge(merge, choices), now)
      return save(draft, base)
    },
  }
}

/** A save that failed because the network was away is repeated when it is back. */
function useRetryWhenOnline(hasFailed: boolean, retry: () => void): void {
  const latest = useRef(retry)
  latest.current = retry
  useEffect(() => {
    if (!hasFailed) return
    const run = () => latest.current()
    window.addEventListener('online', run)
    return () => window.removeEventListener('online', run)
  }, [hasFailed])
}

const MAX_ATTEMPTS = 5

/** The edit that turns the base into the draft; empty if they are the same. */
function changesOf({ kind, id }: EditedDocument, draft: Draft, base: PageVersion): ContentChangeInput[] {
  if (isSameDraft(draft, base)) return []
  const changed = {
    ...(draft.title === base.title ? {} : { title: draft.title }),
    ...(draft.markdown === base.markdown ? {} : { document: { markdown: draft.markdown } }),
  }
  return kind === 'page'
    ? [{ operation: 'update_page', page: id, ...changed }]
    : [{ operation: 'update_reusable_content', reusableContent: id, ...changed }]
}
