import { DomainError } from '../../errors.ts'

/** Deepest nesting of collections. */
export const MAX_DEPTH = 20

/**
 * Refuses to move a collection into itself or into one that it holds, and too deep.
 * `ancestors` of the new parent begin with the parent itself.
 */
export function expectNoCycle(id: string, ancestors: readonly string[]): void {
  if (ancestors.includes(id)) {
    throw new DomainError(
      'invalid_position',
      'A collection cannot be moved into itself or into one that it holds',
    )
  }
  expectAllowedDepth(ancestors)
}

/** Refuses what would stand deeper than `MAX_DEPTH` collections. */
export function expectAllowedDepth(ancestors: readonly string[]): void {
  if (ancestors.length >= MAX_DEPTH) {
    throw new DomainError('invalid_position', `Collections nest at most ${MAX_DEPTH} deep`)
  }
}
