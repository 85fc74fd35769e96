import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { libraryQuery } from './library-query.ts'
import { type LibraryRow, rowsOf } from './library-rows.ts'
import { shelfIn } from './shelves.ts'

type Given = {
  organizationId: string
  /** The collection the tree is rooted in; null for the whole library. */
  rootId: string | null
  isOpen: (id: string) => boolean
}

/** The rows of the tree. A shelf that is not known stands in it as a note, which reads it once it is in sight. */
export function useShelves({ organizationId, rootId, isOpen }: Given): readonly LibraryRow[] {
  const { data } = useQuery(libraryQuery(organizationId))
  return useMemo(() => rowsOf({ rootId, shelfOf: (id) => shelfIn(data, id), isOpen }), [data, rootId, isOpen])
}
