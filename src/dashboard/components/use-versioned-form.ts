import { type RefObject, useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { isApiError } from '../data/api.ts'
import { type Conflict, mergeFields } from './merge-fields.ts'

type Versioned = { readonly version: number; readonly updatedAt?: string | undefined }
type Side = 'mine' | 'theirs'

/** What the shell of forms shows while two people's values of a field wait for a choice. */
export type Stale = {
  readonly conflicts: readonly Conflict[]
  /** How many other fields somebody else changed, which need no choice. */
  readonly taken: number
  /** When theirs was saved, where that is known. */
  readonly at: string | undefined
  readonly chosen: Readonly<Record<string, Side>>
  readonly onChoose: (name: string, side: Side) => void
  readonly onSave: () => void
  readonly onTakeTheirs: () => void
  readonly onBack: () => void
}

type Given<T extends Versioned, V extends FieldValues> = {
  form: UseFormReturn<V>
  /** The object as it is known now. A newer one is taken over where nothing was written. */
  object: T
  valuesOf: (object: T) => V
  /** Reads the object past every cache. */
  read: () => Promise<T>
  /** Sends what differs from `now`, with the version of that. */
  send: (values: V, now: T) => Promise<T>
  /** The write behind `send`. */
  sending: { isPending: boolean; error: Error | null }
  onSaved?: (saved: T) => void
}

type Clash<T, V> = { mine: V; theirs: T; conflicts: readonly Conflict[]; taken: number }

const attempts = 3

/**
 * A form on an object that others may change at the same time. What only one of two changed is kept from both; where
 * both changed a field, `stale` asks which value stays. Nothing is overwritten in silence.
 */
export function useVersionedForm<T extends Versioned, V extends FieldValues>(given: Given<T, V>) {
  const { form, object, valuesOf, sending } = given
  const base = useRef(object)
  const [clash, setClash] = useState<Clash<T, V> | null>(null)
  const [answered, setAnswered] = useState<unknown>(null)
  const reading = useReading(given.read)
  useNewer(given, base)

  const settle = (now: T) => {
    base.current = now
    setClash(null)
    form.reset(valuesOf(now) as DefaultValues<V>)
  }
  const save = async (mine: V, from: T, now: T, attempt = 1): Promise<void> => {
    const { values, conflicts, taken } = mergeFields(valuesOf(from), mine, valuesOf(now))
    if (conflicts.length > 0) return setClash({ mine, theirs: now, conflicts, taken })
    try {
      const saved = await given.send(values, now)
      settle(saved)
      given.onSaved?.(saved)
    } catch (error) {
      // Other refusals are shown by the form, which has them from `sending`.
      if (!isStale(error) || attempt === attempts) return setClash(null)
      setAnswered(error)
      const later = await reading.read()
      if (later) await save(values, now, later, attempt + 1)
    }
  }
  const saveChosen = (picked: V, theirs: T) => {
    rebase(form, valuesOf(theirs), picked)
    base.current = theirs
    setClash(null)
    void save(picked, theirs, theirs)
  }
  const stale = useStale(clash, {
    onSave: (clashing, theirs) => {
      const { values } = mergeFields(valuesOf(base.current), clashing.mine, valuesOf(clashing.theirs))
      saveChosen({ ...values, ...theirs }, clashing.theirs)
    },
    onTakeTheirs: (clashing) => settle(clashing.theirs),
    onBack: () => setClash(null),
  })
  return {
    /** For the form's `mutation`: a refusal that is answered here is not shown. */
    mutation: {
      isPending: sending.isPending || reading.isReading,
      error: reading.fault ?? (sending.error === answered ? null : sending.error),
    },
    stale,
    onSubmit: (values: V) => {
      reading.forget()
      void save(values, base.current, newerOf(base.current, object))
    },
  }
}

const isStale = (error: unknown): boolean => isApiError(error, 412) && error.type === 'stale'

const newerOf = <T extends Versioned>(a: T, b: T): T => (b.version > a.version ? b : a)

/** Takes a newer object over, unless somebody wrote what it has otherwise; that is asked when they save. */
function useNewer<T extends Versioned, V extends FieldValues>(
  { form, object, valuesOf }: Given<T, V>,
  base: RefObject<T>,
): void {
  useEffect(() => {
    if (object.version <= base.current.version) return
    const { values, conflicts } = mergeFields(valuesOf(base.current), form.getValues(), valuesOf(object))
    if (conflicts.length > 0) return
    rebase(form, valuesOf(object), values)
    base.current = object
  })
}

/** The second look at the object, which may fail as any read. */
function useReading<T>(read: () => Promise<T>) {
  const [isReading, setIsReading] = useState(false)
  const [fault, setFault] = useState<Error | null>(null)
  return {
    isReading,
    fault,
    forget: () => setFault(null),
    read: async (): Promise<T | undefined> => {
      setIsReading(true)
      try {
        return await read()
      } catch (error) {
        setFault(error instanceof Error ? error : new Error(String(error)))
        return undefined
      } finally {
        setIsReading(false)
      }
    },
  }
}

type Ways<C> = {
  /** `theirs`: the fields where the other's value was chosen. */
  onSave: (clash: C, theirs: Readonly<Record<string, unknown>>) => void
  onTakeTheirs: (clash: C) => void
  onBack: () => void
}

/** The choice between two people's values, field by field; mine unless theirs is chosen. */
function useStale<T extends Versioned, V>(
  clash: Clash<T, V> | null,
  ways: Ways<Clash<T, V>>,
): Stale | undefined {
  const [chosen, setChosen] = useState<{ of: Clash<T, V> | null; sides: Record<string, Side> }>({
    of: null,
    sides: {},
  })
  if (!clash) return undefined
  const sides = chosen.of === clash ? chosen.sides : {}
  const theirs = clash.conflicts.filter(({ name }) => sides[name] === 'theirs')
  return {
    conflicts: clash.conflicts,
    taken: clash.taken,
    at: clash.theirs.updatedAt,
    chosen: sides,
    onChoose: (name, side) => setChosen({ of: clash, sides: { ...sides, [name]: side } }),
    onSave: () =>
      ways.onSave(clash, Object.fromEntries(theirs.map(({ name, theirs: value }) => [name, value]))),
    onTakeTheirs: () => ways.onTakeTheirs(clash),
    onBack: ways.onBack,
  }
}

/** Gives the form another starting point and keeps what was written, without moving the cursor. */
function rebase<V extends FieldValues>(form: UseFormReturn<V>, start: V, values: V): void {
  form.reset(start as DefaultValues<V>, { keepValues: true })
  for (const name of Object.keys(values) as Path<V>[]) {
    form.setValue(name, values[name] as PathValue<V, Path<V>>, { shouldDirty: true })
  }
}
