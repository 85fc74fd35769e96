import { z } from 'zod'
import { positionOf } from './position-schema.ts'
import { id } from './values.ts'

/** A neighbor in the library, where spaces and collections share one order. */
export const libraryNeighbor = z.discriminatedUnion('type', [
  z.object({ type: z.literal('space'), space: id }),
  z.object({ type: z.literal('collection'), collection: id }),
])
export type LibraryNeighbor = z.infer<typeof libraryNeighbor>

/** Body of the operations that move a space or a collection. */
export const libraryMove = z.object({
  parent: id
    .nullable()
    .optional()
    .describe('Collection to move into; null for the top level; absent to stay in the current one'),
  position: positionOf(libraryNeighbor).optional(),
})
export type LibraryMove = z.infer<typeof libraryMove>
