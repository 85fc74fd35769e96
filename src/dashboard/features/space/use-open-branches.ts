import { useCallback, useMemo, useState } from 'react'
import { z } from 'zod'
import { type PageIndex, pagesAbove } from '../../components/page-text/page-index.ts'
import { readStored, writeStored } from '../../hooks/use-stored.ts'

const ids = z.array(z.string())

/** Which branches of the page tree are open: those opened by hand, kept in this browser, and those around the page. */
export function useOpenBranches(spaceId: string, index: PageIndex, pageId: string | undefined) {
  const name = `pages.${spaceId}`
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(readStored(name, ids)))
  const [shut, setShut] = useState<{ around: string | undefined; ids: ReadonlySet<string> }>()
  const around = useMemo(
    () => new Set(pageId === undefined ? [] : pagesAbove(index, pageId).map(({ id }) => id)),
    [index, pageId],
  )
  const shutHere = shut?.around === pageId ? shut?.ids : undefined
  const isOpen = useCallback(
    (id: string) => opened.has(id) || (around.has(id) && !shutHere?.has(id)),
    [opened, around, shutHere],
  )
  const toggle = useCallback(
    (id: string, open: boolean) => {
      const next = new Set(opened)
      if (open) next.add(id)
      else next.delete(id)
      setOpened(next)
      writeStored(name, [...next])
      const hidden = new Set(shutHere)
      if (open) hidden.delete(id)
      else hidden.add(id)
      setShut({ around: pageId, ids: hidden })
    },
    [opened, shutHere, name, pageId],
  )
  return { isOpen, toggle }
}
