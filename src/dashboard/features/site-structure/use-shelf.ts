import { useMemo, useState } from 'react'
import { useSpacesToPick } from '../../lib/spaces-to-pick.ts'
import { foundOnShelf, shelfRows } from './shelf-rows.ts'

/** The rows of the library that are shown: as a tree, or what is found. */
export function useShelf(organizationId: string) {
  const { spaces, collections, isLoading } = useSpacesToPick(organizationId)
  const [text, setText] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(
    () =>
      text.trim() === ''
        ? shelfRows({ spaces, collections }, (id) => opened.has(id))
        : foundOnShelf({ spaces, collections }, text),
    [spaces, collections, text, opened],
  )
  return {
    rows,
    isLoading,
    text,
    setText,
    isOpen: (id: string) => opened.has(id),
    toggle: (id: string, open: boolean) => {
      const next = new Set(opened)
      if (open) next.add(id)
      else next.delete(id)
      setOpened(next)
    },
  }
}
