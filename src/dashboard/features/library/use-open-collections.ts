import { useCallback, useMemo, useRef } from 'react'
import { z } from 'zod'
import { readLocalStorage, useLocalStorage } from '../../hooks/use-local-storage.ts'

const MAX_STORED_IDS = 5000
const storedIds = z.array(z.string()).max(MAX_STORED_IDS)
const nameOf = (organizationId: string): string => `library.open.${organizationId}`

/** The open collections of the tree, stored in this browser per organization. */
export function useOpenCollections(organizationId: string) {
  const [stored, store] = useLocalStorage<string[]>(nameOf(organizationId), storedIds, [])
  const latest = useRef(stored)
  latest.current = stored
  const ids = useMemo(() => new Set(stored), [stored])
  const toggle = useCallback(
    (id: string, open: boolean) => {
      const others = latest.current.filter((one) => one !== id)
      latest.current = open ? [...others, id] : others
      store(latest.current)
    },
    [store],
  )
  const isOpen = useCallback((id: string) => ids.has(id), [ids])
  const openAll = useCallback((all: readonly string[]) => store(all.slice(0, MAX_STORED_IDS)), [store])
  const closeAll = useCallback(() => store([]), [store])
  return { ids, isOpen, toggle, openAll, closeAll }
}

export type OpenCollections = ReturnType<typeof useOpenCollections>

/** The collections that will be open, so that the loader can read them in parallel. */
export const storedOpenCollections = (organizationId: string): readonly string[] =>
  readLocalStorage(nameOf(organizationId), storedIds) ?? []
