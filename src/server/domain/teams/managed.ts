import { DomainError } from '../../errors.ts'

/**
 * Title and members of a managed team come from the identity provider, which would undo changes made here.
 * @throws {DomainError} 409
 */
export function expectNotManaged({ managed }: { readonly managed: boolean }): void {
  if (!managed) return
  throw new DomainError(
    'invalid_state',
    'Your identity provider manages this team through SCIM. Change it there',
  )
}
