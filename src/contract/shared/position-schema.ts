import { z } from 'zod'

/**
 * The target of a move: directly before or after a neighbor, or at the end if neither is set. If both are set, they
 * must be neighbors of each other.
 */
export const positionOf = <T extends z.ZodType>(anchor: T) =>
  z.object({ before: anchor.optional(), after: anchor.optional() }).describe('Position among the siblings')
