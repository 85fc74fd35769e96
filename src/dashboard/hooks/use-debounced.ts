import { useEffect, useRef, useState } from 'react'

/** The value once it has rested for `wait` milliseconds. */
export function useDebounced<T>(value: T, wait: number): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return rested
}

const DEBOUNCE_MS = 120

/** Text that is there at once and in the address once it rests; what comes from the address is typed over. */
export function useSearchText(
  inAddress: string,
  write: (text: string) => void,
): [string, (text: string) => void] {
  const [text, setText] = useState(inAddress)
  const rested = useDebounced(text, DEBOUNCE_MS)
  const written = useRef(inAddress)
  const latest = useRef(write)
  latest.current = write
  useEffect(() => {
    if (rested === written.current) return
    written.current = rested
    latest.current(rested)
  }, [rested])
  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    setText(inAddress)
  }, [inAddress])
  return [text, setText]
}
