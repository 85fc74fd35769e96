import { z } from 'zod'
import { type Position, placeOf, positionOf } from './position.ts'
import { id } from './values.ts'

/** A neighbour on a shelf: spaces and collections stand in one common order. */
export const shelfNeighbour = z.discriminatedUnion('type', [
  z.object({ type: z.literal('space'), space: id }),
  z.object({ type: z.literal('collection'), collection: id }),
])
export type ShelfNeighbour = z.infer<typeof shelfNeighbour>

/** What moves a space or a collection. */
export const shelfMove = z.object({
  parent: id
    .nullable()
    .optional()
    .describe('Collection to move into; null for the top of the organization, absent to stay where it is'),
  position: positionOf(shelfNeighbour).optional(),
})

/** Place on a shelf with the neighbours reduced to their ids. */
export const shelfPlaceOf = (at: z.infer<typeof shelfMove>['position']): Position =>
  placeOf(at, (neighbour) => (neighbour.type === 'space' ? neighbour.space : neighbour.collection))
