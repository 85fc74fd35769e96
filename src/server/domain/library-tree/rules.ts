import { DomainError } from '../../errors.ts'

/** Deepest nesting of collections. */
export const deepest = 20

/**
 * Refuses to move a collection into itself or into one that it holds, and too deep.
 * `ancestors` of the new parent begin with the parent itself.
 */
export function refuseCycle(id: string, ancestors: readonly string[]): void {
  if (ancestors.includes(id)) {
    throw new DomainError(
      'invalid_position',
      'A collection cannot be moved into itself or into one that it holds',
    )
  }
  refuseTooDeep(ancestors)
}

/** Refuses what would stand deeper than `deepest` collections. */
export function refuseTooDeep(ancestors: readonly string[]): void {
  if (ancestors.length >= deepest) {
    throw new DomainError('invalid_position', `Collections nest at most ${deepest} deep`)
  }
}
