import { useCallback, useState } from 'react'
import type { z } from 'zod'

/** State stored in this browser. A stored value that doesn't match the schema is ignored. */
export function useLocalStorage<T>(
  name: string,
  schema: z.ZodType<T>,
  otherwise: T,
): [T, (value: T) => void] {
  const [value, setValue] = useState(() => readLocalStorage(name, schema) ?? otherwise)
  const store = useCallback(
    (next: T) => {
      setValue(next)
      writeLocalStorage(name, next)
    },
    [name],
  )
  return [value, store]
}

export function readLocalStorage<T>(name: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(localStorage.getItem(`lectern.${name}`) ?? 'null')).data
  } catch {
    // Storage is blocked, or the value is not JSON.
    return undefined
  }
}

export function writeLocalStorage(name: string, value: unknown): void {
  try {
    localStorage.setItem(`lectern.${name}`, JSON.stringify(value))
  } catch {
    // Storage is full or blocked. Only preferences are stored, so nothing is lost.
  }
}
