import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { LibraryRow, ShelfState } from './library-rows.ts'
import { rowsOf } from './library-rows.ts'
import type { Shelf } from './shelf.ts'
import { shelfQuery } from './shelf-queries.ts'

type Given = {
  organizationId: string
  /** The collection the tree is rooted in; null for the whole library. */
  rootId: string | null
  opened: ReadonlySet<string>
  isOpen: (id: string) => boolean
}

/** The rows of the tree; the shelves of open collections are read when they come in sight. */
export function useShelves({ organizationId, rootId, opened, isOpen }: Given): readonly LibraryRow[] {
  const client = useQueryClient()
  const shown = shelvesInSight(rootId, opened, (id) =>
    client.getQueryData(shelfQuery(organizationId, id).queryKey),
  )
  const names = shown.join(' ')
  const combine = useCallback(
    (results: { data: Shelf | undefined; isError: boolean }[]) =>
      results.map(({ data, isError }) => ({ shelf: data, isFailed: isError })),
    [names],
  )
  const states = useQueries({ queries: shown.map((id) => shelfQuery(organizationId, id)), combine })
  return useMemo(() => {
    const known = new Map<string | null, ShelfState>()
    names.split(' ').forEach((name, at) => {
      const state = states[at]
      if (state) known.set(at === 0 ? rootId : name, state)
    })
    return rowsOf({ rootId, stateOf: (id) => known.get(id), isOpen })
  }, [names, states, rootId, isOpen])
}

/** The root first, then every open collection whose row is on screen. */
export function shelvesInSight(
  rootId: string | null,
  opened: ReadonlySet<string>,
  shelfOf: (id: string | null) => Shelf | undefined,
): (string | null)[] {
  const found: (string | null)[] = []
  const look = (id: string | null) => {
    found.push(id)
    for (const item of shelfOf(id)?.items ?? []) {
      if (item.object === 'collection' && opened.has(item.id)) look(item.id)
    }
  }
  look(rootId)
  return found
}
