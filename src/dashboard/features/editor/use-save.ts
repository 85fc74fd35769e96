import { useEffect, useRef, useState } from 'react'
import type { ApiError } from '#contract/client.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import { isApiError } from '../../data/api.ts'
import { retryOnConflict } from '../../data/conflict-retry.ts'
import { type ContentRef, type Edit, useEditContent } from '../../data/content.ts'
import {
  type Choices,
  containsDraft,
  type DraftMerge,
  isSameDraft,
  mergeAfterSave,
  mergeDrafts,
  resolveMerge,
} from './draft-merge.ts'
import { type Draft, type EditedDocument, loadVersion, type PageVersion, reload } from './queries.ts'
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
  /** The id under which the saves are one revision; undefined if each of them is one. */
  editingSession?: string | undefined
}

type Attempt = { readonly draft: Draft; readonly base: PageVersion }
/** A saved draft with the revision that it is in. */
type Saved = Attempt & { readonly revision: string; readonly isAlone: boolean }

/**
 * Saves the draft on top of its base revision. Changes of others are merged in; conflicts are returned as a problem
 * to resolve.
 */
export function useSave({ at, document, draftState, show, editingSession }: SaveOptions) {
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [problem, setProblem] = useState<SaveProblem | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [isRunning, setIsRunning] = useState(false)
  const [hasUnresolved, setHasUnresolved] = useState(false)
  const [othersSave, setOthersSave] = useState(false)
  const running = useRef<Promise<boolean> | null>(null)
  /** What was sent without getting a response: the service may have saved it. */
  const unconfirmed = useRef<Draft[]>([])
  /** The revision of automatic saves that the next one is part of. */
  const openRevision = useRef<string | null>(null)
  const edit = useEditContent(at, { shown: 'in-form' })

  const send = async ({ draft, base }: Attempt, endsSession: boolean): Promise<Saved> => {
    const changes = changesOf(document, draft, base)
    if (changes.length === 0) return { draft, base, revision: base.revision, isAlone: true }
    const input: Edit = { base: base.revision, changes, editingSession, endsSession }
    unconfirmed.current.push(draft)
    const { revision, previous } = await edit.mutateAsync(input)
    unconfirmed.current = []
    openRevision.current = endsSession ? null : revision
    return { draft, base, revision, isAlone: previous === base.revision }
  }

  /** Bases the draft on what was saved, without touching the text if that is what was sent. */
  const adoptSaved = async ({ draft: sent, base, revision, isAlone }: Saved) => {
    // Also if it can’t be read now: what is typed next is on top of it.
    if (isAlone) draftState.rebase({ ...sent, revision, updatedAt: base.updatedAt })
    const now = await loadVersion(at, document, revision)
    if (!now) return
    const merged = mergeAfterSave(sent, now, draftState.latest.current)
    // It has no one else's text, so what differs is only how the service stores it.
    if (!merged && isAlone) return draftState.rebase({ ...now, ...sent })
    if (!merged) return
    draftState.rebase(now)
    if (!isSameDraft(merged, draftState.latest.current)) show(merged)
  }

  /** Puts the draft on top of what is there now; undefined if that needs a person, who is asked unless `isQuiet`. */
  const mergeWithCurrent = async (base: PageVersion, isQuiet = false): Promise<Attempt | undefined> => {
    const now = await reload(at, document)
    if (!now) return void setProblem({ kind: 'deleted' })
    // If it has what was sent before, only what was typed since then is new.
    const own = unconfirmed.current.findLast((sent) => containsDraft(now.base, base, sent))
    const merge = mergeDrafts(own ?? base, now.base, draftState.latest.current)
    if (merge.conflicts.length === 0) return applyMerged(resolveMerge(merge, {}), now.base)
    setHasUnresolved(true)
    if (!isQuiet) setProblem({ kind: 'conflicts', merge, now: now.base, at: now.base.updatedAt })
    return undefined
  }
  const applyMerged = (draft: Draft, base: PageVersion): Attempt => {
    draftState.rebase(base)
    show(draft)
    return { draft, base }
  }

  /** Sends the draft, merged with what others saved; undefined if that needs a person. */
  const sendMerged = (state: Attempt, isQuiet: boolean): Promise<Saved | undefined> =>
    retryOnConflict({
      state,
      attempts: MAX_ATTEMPTS,
      isConflict: (error): error is ApiError => isApiError(error, 409),
      // What the person saves is a revision, together with the automatic saves before it.
      send: (state) => send(state, !isQuiet),
      // With what was typed meanwhile, because the editor then shows the result.
      rebase: (_error, { base }) => mergeWithCurrent(base, isQuiet),
    })

  const attempt = async (state: Attempt, isQuiet: boolean): Promise<boolean> => {
    // An error stays on screen while an automatic save tries again.
    if (!isQuiet) setError(null)
    setIsRunning(true)
    try {
      const saved = await sendMerged(state, isQuiet)
      setError(null)
      if (!saved) return false
      setProblem(null)
      setHasUnresolved(false)
      setOthersSave(!saved.isAlone)
      setSavedAt(new Date().toISOString())
      // The text is saved; with others’ changes in it and without the new base, the next save merges with it.
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
  const current = (): Attempt => ({ draft: draftState.latest.current, base: draftState.latestBase.current })

  /** Completes the revision of what is saved already; without a response that happens after a pause. */
  const completeRevision = async ({ base }: Attempt): Promise<void> => {
    if (editingSession === undefined || openRevision.current !== base.revision) return
    openRevision.current = null
    const changes = [changeOf(document, { title: base.title })]
    await edit
      .mutateAsync({ base: base.revision, changes, editingSession, endsSession: true })
      .catch(() => undefined)
  }

  /** Saves what is typed when the save before has ended. Returns whether it is saved then. */
  const saveLatest = async (isQuiet: boolean): Promise<boolean> => {
    while (running.current !== null) await running.current
    const state = current()
    if (isSameDraft(state.draft, state.base)) {
      if (!isQuiet) await completeRevision(state)
      return true
    }
    running.current = attempt(state, isQuiet)
    try {
      return await running.current
    } finally {
      running.current = null
    }
  }
  const save = (): Promise<boolean> => saveLatest(false)
  const saveQuietly = (): Promise<boolean> => saveLatest(true)
  useRetryWhenOnline(
    error !== null && problem === null,
    () => void (editingSession === undefined ? save() : saveQuietly()),
  )
  return {
    save,
    /** Saves without asking: conflicts wait until the person saves. */
    saveQuietly,
    /** The edit that would save the draft now; undefined if it is saved. */
    pendingEdit: (): Edit | undefined => {
      const { draft, base } = current()
      const changes = changesOf(document, draft, base)
      return changes.length === 0
        ? undefined
        : { base: base.revision, changes, editingSession, endsSession: true }
    },
    savedAt,
    isSaving: edit.isPending,
    /** True from saving until the draft is based on what was saved. */
    isRunning,
    /** Whether a save met conflicts that are not resolved yet. */
    hasUnresolved,
    /** Whether someone else saved in the space since the save before. */
    othersSave,
    /** Puts what others saved into the draft, as it is when that is read. False if conflicts need a choice. @throws */
    merge: async () => (await mergeWithCurrent(draftState.latestBase.current)) !== undefined,
    error: problem === null ? error : null,
    problem,
    dismissProblem: () => setProblem(null),
    /** Resolves the conflicts as chosen and saves on top of the current version. */
    resolveConflicts: ({ merge, now }: SaveConflicts, choices: Choices) => {
      setProblem(null)
      applyMerged(resolveMerge(merge, choices), now)
      return save()
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
function changesOf(document: EditedDocument, draft: Draft, base: PageVersion): ContentChangeInput[] {
  if (isSameDraft(draft, base)) return []
  return [
    changeOf(document, {
      ...(draft.title === base.title ? {} : { title: draft.title }),
      ...(draft.markdown === base.markdown ? {} : { document: { markdown: draft.markdown } }),
    }),
  ]
}

type Changed = { readonly title?: string; readonly document?: { readonly markdown: string } }

const changeOf = ({ kind, id }: EditedDocument, changed: Changed): ContentChangeInput =>
  kind === 'page'
    ? { operation: 'update_page', page: id, ...changed }
    : { operation: 'update_reusable_content', reusableContent: id, ...changed }
