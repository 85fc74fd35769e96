import { useCallback, useMemo, useRef } from 'react'
import { z } from 'zod'
import { readStored, useStored } from '../../hooks/use-stored.ts'

const most = 5000
const ids = z.array(z.string()).max(most)
const nameOf = (organizationId: string): string => `library.open.${organizationId}`

/** The collections that are open in the tree, remembered in this browser for each organization. */
export function useOpened(organizationId: string) {
  const [list, store] = useStored<string[]>(nameOf(organizationId), ids, [])
  const latest = useRef(list)
  latest.current = list
  const opened = useMemo(() => new Set(list), [list])
  const toggle = useCallback(
    (id: string, open: boolean) => {
      const rest = latest.current.filter((one) => one !== id)
      latest.current = open ? [...rest, id] : rest
      store(latest.current)
    },
    [store],
  )
  const isOpen = useCallback((id: string) => opened.has(id), [opened])
  const openAll = useCallback((all: readonly string[]) => store(all.slice(0, most)), [store])
  const closeAll = useCallback(() => store([]), [store])
  return { opened, isOpen, toggle, openAll, closeAll }
}

export type Opened = ReturnType<typeof useOpened>

/** The collections that will be open, for the loader to read them all at once. */
export const openedBefore = (organizationId: string): readonly string[] =>
  readStored(nameOf(organizationId), ids) ?? []
