import { useState } from 'react'

/** An entry of a list that keeps who it is while it is written and carried. */
export type Entry<T> = { readonly id: string; readonly title: string; readonly value: T }

let last = 0
const nextId = (): string => `entry-${++last}`

/** A list of a form as entries. What came from outside takes the place of what was written here. */
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
  const putAll = (next: readonly Entry<T>[]) => {
    setKnown([...next])
    onChange(next.map(({ value }) => value))
  }
  return {
    entries,
    sort: putAll,
    add: (value: T) => putAll([...entries, entryOf(value)]),
    remove: (id: string) => putAll(entries.filter((one) => one.id !== id)),
    change: (id: string, value: T) =>
      putAll(entries.map((one) => (one.id === id ? entryOf(value, id) : one))),
  }
}
