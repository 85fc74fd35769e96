import type { z } from 'zod'
import type { LibraryNeighbor, libraryMove } from '#contract/shared/library-position.ts'
import type { Tx } from '../../db/client.ts'
import { type LibraryPosition, neighborOf } from './queries.ts'

/** The position of a space or collection, as the body of a move that would restore it, for the audit log. */
export async function currentPosition(
  tx: Tx,
  organizationId: string,
  at: LibraryPosition,
): Promise<z.output<typeof libraryMove>> {
  const parent = at.parentId
  const before = await neighborOf(tx, organizationId, at, 'before')
  if (before !== undefined) return { parent, position: { after: neighborRef(before) } }
  const behind = await neighborOf(tx, organizationId, at, 'after')
  return { parent, position: behind === undefined ? {} : { before: neighborRef(behind) } }
}

const neighborRef = ({ id, kind }: { id: string; kind: 'space' | 'collection' }): LibraryNeighbor =>
  kind === 'space' ? { type: kind, space: id } : { type: kind, collection: id }
