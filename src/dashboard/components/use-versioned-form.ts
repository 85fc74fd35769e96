import { type RefObject, useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import type { ChangeTarget } from '#contract/last-changes.ts'
import { retryOnConflict } from '../data/conflict-retry.ts'
import { errorMessage } from '../data/query-client.ts'
import { offerUndo } from '../data/undo.ts'
import { toast } from '../lib/toast.ts'
import { type FieldConflict, mergeFields } from './merge-fields.ts'

type Versioned = { readonly version: number; readonly updatedAt?: string | undefined }
type Side = 'mine' | 'theirs'

/** What `Form` shows while two people's values of a field wait for a choice. */
export type FormConflicts = {
  readonly fields: readonly FieldConflict[]
  /** How many other fields only the other person changed; they need no choice. */
  readonly mergedCount: number
  /** What both edited, to name the other person. */
  readonly target: ConflictTarget
  /** When the other person saved, if known. */
  readonly savedAt: string | undefined
  readonly choices: Readonly<Record<string, Side>>
  readonly onChoose: (name: string, side: Side) => void
  readonly onSave: () => void
  readonly onTakeTheirs: () => void
  readonly onBack: () => void
}

/** The object of a form in the audit log, which knows who changed it last. */
export type ConflictTarget = {
  readonly organizationId: string
  readonly type: ChangeTarget
  readonly id: string
}

type Options<T extends Versioned, V extends FieldValues> = {
  target: ConflictTarget
  form: UseFormReturn<V>
  /** The object as it is cached. A newer one fills fields that were not edited here. */
  object: T
  valuesOf: (object: T) => V
  /** Reads the object without a cache. */
  read: () => Promise<T>
  /** Sends what differs from `now`, with the version of `now`. */
  send: (values: V, now: T) => Promise<T>
  /** The mutation behind `send`. */
  sending: { isPending: boolean; error: Error | null }
  /** Called after the form was saved, and with `isUndo` after that was undone, when the form may be gone. */
  onSaved?: (saved: T, isUndo: boolean) => void
  /** What the toast with Undo reports, such as `Saved “Handbook”`. */
  savedMessage: (saved: T) => string
}

type Conflict<T, V> = { mine: V; theirs: T; fields: readonly FieldConflict[]; mergedCount: number }

const ATTEMPTS = 3
const UNDO_REFUSED = 'Couldn’t undo the change'

/**
 * A form on an object that others may change at the same time. It merges what only one of the two changed; where both
 * changed a field, `conflicts` asks which value to save. Nothing is overwritten silently.
 */
export function useVersionedForm<T extends Versioned, V extends FieldValues>(options: Options<T, V>) {
  const { form, object, valuesOf, sending } = options
  const base = useRef(object)
  const [conflict, setConflict] = useState<Conflict<T, V> | null>(null)
  const [handledError, setHandledError] = useState<unknown>(null)
  const reload = useReload(options.read)
  useNewerObject(options, base)

  const reset = (now: T) => {
    base.current = now
    setConflict(null)
    form.reset(valuesOf(now) as DefaultValues<V>)
  }
  /** The values to save on top of `theirs`; undefined if a field needs a choice. */
  const merge = (mine: V, from: T, theirs: T): { values: V; now: T } | undefined => {
    const { values, conflicts, mergedCount } = mergeFields(valuesOf(from), mine, valuesOf(theirs))
    setConflict(conflicts.length > 0 ? { mine, theirs, fields: conflicts, mergedCount } : null)
    return conflicts.length > 0 ? undefined : { values, now: theirs }
  }
  const save = async (mine: V, from: T, theirs: T): Promise<void> => {
    const state = merge(mine, from, theirs)
    if (!state) return
    let before = theirs
    try {
      const saved = await retryOnConflict({
        state,
        attempts: ATTEMPTS,
        send: ({ values, now }) => {
          before = now
          return options.send(values, now)
        },
        rebase: async (error, { values, now }) => {
          setHandledError(error)
          const later = await reload.run()
          return later && merge(values, now, later)
        },
      })
      if (!saved) return
      reset(saved)
      options.onSaved?.(saved, false)
      offerUndo(options.savedMessage(saved), () => void undo(before, saved))
    } catch {
      // The form shows the error, which it has from `sending`.
    }
  }
  /** Writes the values before a save back, unless someone has changed one of them since. */
  const undo = async (before: T, saved: T): Promise<void> => {
    try {
      const now = await options.read()
      const { values, conflicts } = mergeFields(valuesOf(saved), valuesOf(before), valuesOf(now))
      if (conflicts.length > 0) {
        toast.refused(UNDO_REFUSED, { reason: 'Someone has changed it since.' })
        return
      }
      const restored = await options.send(values, now)
      options.onSaved?.(restored, true)
      toast.done('Restored the previous values')
    } catch (error) {
      setHandledError(error)
      toast.refused(UNDO_REFUSED, { reason: errorMessage(error) })
    }
  }
  const saveChoices = ({ mine, theirs, fields }: Conflict<T, V>, choices: Readonly<Record<string, Side>>) => {
    const { values } = mergeFields(valuesOf(base.current), mine, valuesOf(theirs))
    const taken = fields.filter(({ name }) => choices[name] === 'theirs')
    const chosen = { ...values, ...Object.fromEntries(taken.map((field) => [field.name, field.theirs])) }
    rebaseForm(form, valuesOf(theirs), chosen)
    base.current = theirs
    void save(chosen, theirs, theirs)
  }
  const conflicts = useConflictChoices(conflict, options.target, {
    onSave: saveChoices,
    onTakeTheirs: ({ theirs }) => reset(theirs),
    onBack: () => setConflict(null),
  })
  return {
    /** For the form's `mutation`: an error that a retry handles is not shown. */
    mutation: {
      isPending: sending.isPending || reload.isPending,
      error: reload.error ?? (sending.error === handledError ? null : sending.error),
    },
    conflicts,
    onSubmit: (values: V) => {
      reload.clearError()
      void save(values, base.current, newerOf(base.current, object))
    },
  }
}

const newerOf = <T extends Versioned>(a: T, b: T): T => (b.version > a.version ? b : a)

/** Takes over a newer object, unless it conflicts with what was typed; that is asked when the form is saved. */
function useNewerObject<T extends Versioned, V extends FieldValues>(
  { form, object, valuesOf }: Options<T, V>,
  base: RefObject<T>,
): void {
  useEffect(() => {
    if (object.version <= base.current.version) return
    const { values, conflicts } = mergeFields(valuesOf(base.current), form.getValues(), valuesOf(object))
    if (conflicts.length > 0) return
    rebaseForm(form, valuesOf(object), values)
    base.current = object
  })
}

/** Reads the object again after a conflict, which may fail like any read. */
function useReload<T>(read: () => Promise<T>) {
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  return {
    isPending,
    error,
    clearError: () => setError(null),
    run: async (): Promise<T | undefined> => {
      setIsPending(true)
      try {
        return await read()
      } catch (failure) {
        setError(failure instanceof Error ? failure : new Error(String(failure)))
        return undefined
      } finally {
        setIsPending(false)
      }
    },
  }
}

type Handlers<C> = {
  onSave: (conflict: C, choices: Readonly<Record<string, Side>>) => void
  onTakeTheirs: (conflict: C) => void
  onBack: () => void
}

/** The choice between two people's values, field by field: mine unless theirs is chosen. */
function useConflictChoices<T extends Versioned, V>(
  conflict: Conflict<T, V> | null,
  target: ConflictTarget,
  { onSave, onTakeTheirs, onBack }: Handlers<Conflict<T, V>>,
): FormConflicts | undefined {
  const [chosen, setChosen] = useState<{ in: Conflict<T, V> | null; sides: Record<string, Side> }>({
    in: null,
    sides: {},
  })
  if (!conflict) return undefined
  const choices = chosen.in === conflict ? chosen.sides : {}
  return {
    fields: conflict.fields,
    mergedCount: conflict.mergedCount,
    target,
    savedAt: conflict.theirs.updatedAt,
    choices,
    onChoose: (name, side) => setChosen({ in: conflict, sides: { ...choices, [name]: side } }),
    onSave: () => onSave(conflict, choices),
    onTakeTheirs: () => onTakeTheirs(conflict),
    onBack,
  }
}

/** Gives the form new initial values and keeps what was typed, without moving the cursor. */
function rebaseForm<V extends FieldValues>(form: UseFormReturn<V>, initial: V, values: V): void {
  form.reset(initial as DefaultValues<V>, { keepValues: true })
  for (const name of Object.keys(values) as Path<V>[]) {
    form.setValue(name, values[name] as PathValue<V, Path<V>>, { shouldDirty: true })
  }
}
