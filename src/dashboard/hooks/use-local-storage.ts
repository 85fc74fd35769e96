import { useCallback, useState } from 'react'
import type { z } from 'zod'

/** A value remembered in this browser; what does not fit the schema counts as not there. */
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
    return undefined
  }
}

/** Storage may be full or closed; what is not remembered is no loss. */
export function writeLocalStorage(name: string, value: unknown): void {
  try {
    localStorage.setItem(`lectern.${name}`, JSON.stringify(value))
  } catch {
    return
  }
}
