import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ContentRef, Edit } from '../../data/content.ts'
import { useLocalStorage } from '../../hooks/use-local-storage.ts'
import { oneOf } from '../../lib/search-params.ts'
import { autosaveDelay } from './autosave-delay.ts'
import type { Draft } from './queries.ts'
import { sendOnExit } from './send-on-exit.ts'

export const savingModes = ['automatic', 'manual'] as const
export type SavingMode = (typeof savingModes)[number]

/** Whether this person’s text is saved while they type: one choice for live spaces, one for change requests. */
export function useSavingMode({ change }: ContentRef): [SavingMode, (mode: SavingMode) => void] {
  const { session } = useRouteContext({ from: '/_app' })
  const where = change === undefined ? 'live' : 'change-requests'
  return useLocalStorage(`editor.saving.${where}.${session.user.id}`, oneOf(...savingModes), 'automatic')
}

/** A random id under which the saves of this editor are one revision. */
export function useEditingSession(): string {
  const [id] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-'))
  return id
}

type AutosaveOptions = {
  at: ContentRef
  /** False while something keeps the draft from being sent, such as a conflict. */
  isOn: boolean
  /** Whether the draft is sent when the tab is closed: also while a connection for editing together is opened. */
  sendsOnExit: boolean
  draft: Draft
  isDirty: boolean
  /** A save or an upload is running. */
  isBusy: boolean
  othersSave: boolean
  save: () => Promise<boolean>
  /** Called before the page may go away: writes what the editor shows to the draft, and stores that. */
  store: () => void
  pendingEdit: () => Edit | undefined
}

/**
 * Saves the draft after a pause in typing, at the latest every few seconds, and immediately when the tab is hidden or
 * closed. After a failure, it tries again at growing intervals.
 */
export function useAutosave(options: AutosaveOptions): void {
  const { isOn, draft, isDirty, isBusy, othersSave } = options
  const latest = useRef(options)
  latest.current = options
  const dirtySince = useRef<number | null>(null)
  const lastAttempt = useRef<number | null>(null)
  const [failures, setFailures] = useState(0)
  const run = useRef(async () => {})
  run.current = async () => {
    if (latest.current.isBusy) return
    dirtySince.current = null
    const isSaved = await latest.current.save()
    lastAttempt.current = Date.now()
    setFailures((count) => (isSaved ? 0 : count + 1))
  }
  useEffect(() => {
    if (!isDirty) dirtySince.current = null
    if (!isOn || !isDirty || isBusy) return
    dirtySince.current ??= Date.now()
    const times = { now: Date.now(), dirtySince: dirtySince.current, lastAttempt: lastAttempt.current }
    const timer = setTimeout(() => void run.current(), autosaveDelay({ ...times, failures, othersSave }))
    return () => clearTimeout(timer)
  }, [draft, isOn, isDirty, isBusy, failures, othersSave])
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState !== 'hidden') return
      latest.current.store()
      if (latest.current.isOn && !latest.current.isBusy && latest.current.pendingEdit()) void run.current()
    }
    const onExit = () => {
      latest.current.store()
      const edit = latest.current.sendsOnExit ? latest.current.pendingEdit() : undefined
      if (edit) sendOnExit(latest.current.at, edit)
    }
    document.addEventListener('visibilitychange', onHidden)
    window.addEventListener('pagehide', onExit)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      window.removeEventListener('pagehide', onExit)
    }
  }, [])
}
