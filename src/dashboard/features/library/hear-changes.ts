import type { ChangeEvent } from '#contract/events.ts'
import type { Hear } from '../../lib/heard.ts'
import { readRows } from './read-rows.ts'
import { findIn, type Shelves, shelfIn, withShelf } from './shelves.ts'

/** Where more shelves than these are touched everything is read again. */
const most = 8

/** Reads again only the shelves on which something changed elsewhere; false where that cannot be said. */
export const hearChanges: Hear = (client, queryKey, events) => {
  const library = client.getQueryData<Shelves>(queryKey)
  const organizationId = organizationIn(queryKey)
  const touched = library && shelvesTouched(library, events)
  if (!touched || organizationId === undefined || touched.length > most) return false
  const reads = touched.map(async (parentId) => {
    const atLeast = shelfIn(library, parentId)?.items.length ?? 0
    return { parentId, shelf: await readRows(organizationId, parentId, { atLeast }) }
  })
  Promise.all(reads).then(
    (read) => {
      // A write of this window that began meanwhile reads again by itself when it is through.
      if (client.isMutating() > 0) return
      client.setQueryData<Shelves>(
        queryKey,
        (now) => now && read.reduce((all, { parentId, shelf }) => withShelf(all, parentId, shelf), now),
      )
    },
    () => client.invalidateQueries({ queryKey }),
  )
  return true
}

/** The shelves that show what changed, by parent; undefined when it cannot be said. */
export function shelvesTouched(
  library: Shelves,
  events: readonly ChangeEvent[],
): (string | null)[] | undefined {
  if (library.state === 'reading') return undefined
  const touched = new Set<string | null>()
  for (const { type, id, parent } of events) {
    const [kind] = type.split('.')
    if (kind !== 'space' && kind !== 'collection') return undefined
    const found = findIn(library, id)
    if (found) touched.add(found.parentId)
    if (parent !== undefined && library.shelves[parent]) touched.add(parent)
    else if (!found && (parent === undefined || library.state === 'whole')) touched.add(null)
  }
  return [...touched]
}

function organizationIn([, , input]: readonly unknown[]): string | undefined {
  const { params } = (input ?? {}) as { params?: { organizationId?: string } }
  return params?.organizationId
}
