import { type RefObject, useEffect, useRef, useState } from 'react'

/** The value once it hasn't changed for `wait` milliseconds. */
export function useDebounced<T>(value: T, wait: number): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return debounced
}

/** Whether the value has been the same for `wait` milliseconds, since the component is there. */
export function useIsUnchanged<T>(value: T, wait: number): boolean {
  const [unchanged, setUnchanged] = useState<{ readonly value: T }>()
  useEffect(() => {
    const timer = setTimeout(() => setUnchanged({ value }), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return unchanged !== undefined && unchanged.value === value
}

const DEBOUNCE_MS = 120

/** Text of a search field that is written to the URL once typing pauses, and follows the URL when that changes. */
export function useSearchText(
  inAddress: string,
  write: (text: string) => void,
): [string, (text: string) => void] {
  const [text, setText] = useState(inAddress)
  const debounced = useDebounced(text, DEBOUNCE_MS)
  const written = useRef(inAddress)
  const latest = useRef(write)
  latest.current = write
  useEffect(() => {
    if (debounced === written.current) return
    written.current = debounced
    latest.current(debounced)
  }, [debounced])
  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    setText(inAddress)
  }, [inAddress])
  return [text, setText]
}

/** A ref to the value of the last render, for stable callbacks. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  latest.current = value
  return latest
}
