import type { z } from 'zod'
import type { LibraryNeighbor, libraryMove } from '#contract/shared/library-position.ts'
import type { Tx } from '../../db/client.ts'
import { neighbourOf, type Shelved } from './queries.ts'

/** Where something stands on its shelf, as the body of the move that would bring it back there; for the log. */
export async function standingPlace(
  tx: Tx,
  organizationId: string,
  at: Shelved,
): Promise<z.output<typeof libraryMove>> {
  const parent = at.parentId
  const before = await neighbourOf(tx, organizationId, at, 'before')
  if (before !== undefined) return { parent, position: { after: named(before) } }
  const behind = await neighbourOf(tx, organizationId, at, 'after')
  return { parent, position: behind === undefined ? {} : { before: named(behind) } }
}

const named = ({ id, kind }: { id: string; kind: 'space' | 'collection' }): LibraryNeighbor =>
  kind === 'space' ? { type: kind, space: id } : { type: kind, collection: id }
