import { useCallback, useState } from 'react'
import type { Parse } from '../lib/search-params.ts'

/** State stored in this browser. A stored value that is not what is expected is ignored. */
export function useLocalStorage<T>(name: string, parse: Parse<T>, otherwise: T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => readLocalStorage(name, parse) ?? otherwise)
  const store = useCallback(
    (next: T) => {
      setValue(next)
      writeLocalStorage(name, next)
    },
    [name],
  )
  return [value, store]
}

export function readLocalStorage<T>(name: string, parse: Parse<T>): T | undefined {
  try {
    return parse(JSON.parse(localStorage.getItem(`lectern.${name}`) ?? 'null'))
  } catch {
    // Storage is blocked, or the value is not JSON.
    return undefined
  }
}

export function removeLocalStorage(name: string): void {
  try {
    localStorage.removeItem(`lectern.${name}`)
  } catch {
    // Storage is blocked, so there is nothing to remove.
  }
}

export function writeLocalStorage(name: string, value: unknown): void {
  try {
    localStorage.setItem(`lectern.${name}`, JSON.stringify(value))
  } catch {
    // Storage is full or blocked. What is stored is a convenience, so nothing is lost.
  }
}
