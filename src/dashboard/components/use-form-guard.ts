import { useBlocker } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { beforeSessionLost, isSessionLost } from '../data/session-lost.ts'
import { unsavedForms, withoutSecrets } from '../data/unsaved-forms.ts'
import { confirmLeaving } from './confirm.tsx'

type Guard = {
  isDirty: boolean
  /** Saves the form; false if it was refused, so that the person can correct it. */
  save: () => Promise<boolean>
  /** True if the form keeps what was typed while only search params change. */
  survivesSearch?: boolean
  /** Puts the focus back into the form, where it is again after “Stay”. */
  focus?: () => void
}

/** Asks before unsaved changes are lost. */
export function useUnsavedChangesGuard({ isDirty, save, survivesSearch = false, focus }: Guard): void {
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async ({ current, next }) => {
      if (isSessionLost() || (survivesSearch && current.pathname === next.pathname)) return false
      focus?.()
      const answer = await confirmLeaving('If you don’t save, you lose what you typed.')
      return answer === 'stay' || (answer === 'save' && !(await save()))
    },
  })
}

type Submission = {
  isPending: boolean
  isSubmitting: boolean
  /** The schema accepted the values, and nothing was refused. */
  isSuccess: boolean
}

/** Submits the form like its button and waits until it is saved or refused. */
export function useSaveAndWait(
  element: RefObject<HTMLFormElement | null>,
  { isPending, isSubmitting, isSuccess }: Submission,
): () => Promise<boolean> {
  const state = useRef<'idle' | 'requested' | 'running'>('idle')
  const resolve = useRef<(isSaved: boolean) => void>(undefined)
  useEffect(() => {
    const isBusy = isPending || isSubmitting
    if (state.current === 'requested' && isBusy) state.current = 'running'
    else if (state.current === 'running' && !isBusy) {
      state.current = 'idle'
      resolve.current?.(isSuccess)
    }
  })
  return () =>
    new Promise((done) => {
      resolve.current = done
      state.current = 'requested'
      element.current?.requestSubmit()
    })
}

/** Stores what was typed when the session ends, and fills it in again after the same person has signed in. */
export function useStoredValues<V extends FieldValues, O>(
  form: UseFormReturn<V, unknown, O>,
  submit: string,
  isGuarded: boolean,
): void {
  const [key] = useState(() => `${window.location.pathname}${window.location.search} ${submit}`)
  useEffect(() => {
    const values = isGuarded ? unsavedForms.take(key) : undefined
    for (const [name, value] of Object.entries(values ?? {}))
      form.setValue(name as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true })
  }, [form, key, isGuarded])
  const { isDirty } = form.formState
  useEffect(() => {
    if (!isGuarded || !isDirty) return undefined
    return beforeSessionLost(() => unsavedForms.store(key, withoutSecrets(form.getValues())))
  }, [form, key, isGuarded, isDirty])
}
