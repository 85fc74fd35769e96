import { DomainError } from '../../errors.ts'

/** Nested collections. */
export const MAX_DEPTH = 20

/**
 * Checks that a collection is not moved into itself, into a descendant, or too levels deep. `ancestors` are those of the
 * new parent, the parent first.
 * @throws {DomainError} `invalid_position`
 */
export function expectNoCycle(id: string, ancestors: readonly string[]): void {
  if (ancestors.includes(id)) {
    throw new DomainError(
      'invalid_position',
      'A collection can’t be moved into itself or a collection inside it',
    )
  }
  expectAllowedDepth(ancestors)
}

/** @throws {DomainError} `invalid_position` when nested levels deeper than `MAX_DEPTH` */
export function expectAllowedDepth(ancestors: readonly string[]): void {
  if (ancestors.length >= MAX_DEPTH) {
    throw new DomainError('invalid_position', `Collections can be nested up to ${MAX_DEPTH} levels deep`)
  }
}
