import { useCallback, useMemo, useRef } from 'react'
import { z } from 'zod'
import { useStored } from '../../hooks/use-stored.ts'

const ids = z.array(z.string()).max(2000)

/** Branches are open until one closes them; which are closed is remembered in this browser for each site. */
export function useOpened(siteId: string, single: ReadonlySet<string>) {
  const [list, store] = useStored<string[]>(`structure.closed.${siteId}`, ids, [])
  const latest = useRef(list)
  latest.current = list
  const closed = useMemo(() => new Set(list), [list])
  const onToggle = useCallback(
    (id: string, open: boolean) => {
      const rest = latest.current.filter((one) => one !== id)
      latest.current = open ? rest : [...rest, id]
      store(latest.current)
    },
    [store],
  )
  const isOpen = useCallback((id: string) => !closed.has(id) && !single.has(id), [closed, single])
  return { isOpen, onToggle }
}
