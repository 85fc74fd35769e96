import { useState } from 'react'

/** An entry of a list with an id that survives edits and drags. */
export type Entry<T> = { readonly id: string; readonly title: string; readonly value: T }

let last = 0
const nextId = (): string => `entry-${++last}`

/** A list of a form as entries. Values set from outside replace the entries. */
export function useEntries<T>(
  values: readonly T[],
  onChange: (values: T[]) => void,
  titleOf: (value: T) => string,
) {
  const entryOf = (value: T, id = nextId()): Entry<T> => ({ id, title: titleOf(value), value })
  const [known, setKnown] = useState(() => values.map((value) => entryOf(value)))
  const isSame = JSON.stringify(known.map(({ value }) => value)) === JSON.stringify(values)
  const [outside, setOutside] = useState<{ of: readonly T[]; entries: Entry<T>[] } | null>(null)
  let entries = known
  if (!isSame) {
    if (outside?.of === values) entries = outside.entries
    else {
      entries = values.map((value) => entryOf(value))
      setOutside({ of: values, entries })
    }
  }
  const save = (next: readonly Entry<T>[]) => {
    setKnown([...next])
    onChange(next.map(({ value }) => value))
  }
  return {
    entries,
    sort: save,
    add: (value: T) => save([...entries, entryOf(value)]),
    remove: (id: string) => save(entries.filter((one) => one.id !== id)),
    change: (id: string, value: T) => save(entries.map((one) => (one.id === id ? entryOf(value, id) : one))),
  }
}
