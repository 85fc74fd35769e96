import { useEffect, useRef, useState } from 'react'
import { useDebounced } from './use-debounced.ts'

const rest = 120

/** Text that is there at once and in the address once it rests; what comes from the address is typed over. */
export function useAddressText(
  inAddress: string,
  write: (text: string) => void,
): [string, (text: string) => void] {
  const [text, setText] = useState(inAddress)
  const rested = useDebounced(text, rest)
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
