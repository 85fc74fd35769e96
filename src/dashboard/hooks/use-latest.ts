import { type RefObject, useRef } from 'react'

/** The value of the last drawing, for functions that stay the same while it changes. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  latest.current = value
  return latest
}
