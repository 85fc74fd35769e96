import { DomainError } from '../../errors.ts'

/** Nested collections. */
export const MAX_DEPTH = 20

/**
 * Checks that a collection is not moved into itself, into a descendant, or too deep. `ancestors` are those of the
 * new parent, the parent first.
 * @throws {DomainError} `invalid_position`
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

/** @throws {DomainError} `invalid_position` when nested deeper than `MAX_DEPTH` */
export function expectAllowedDepth(ancestors: readonly string[]): void {
  if (ancestors.length >= MAX_DEPTH) {
    throw new DomainError('invalid_position', `Collections nest at most ${MAX_DEPTH} deep`)
  }
}
