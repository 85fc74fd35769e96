import { isAtLeast } from '#contract/shared/permissions.ts'
import { resolveAccess } from '../../auth/access.ts'
import { accessFacts } from '../../auth/grants.ts'
import { contentOf } from '../../content/read.ts'
import { expectEditable } from '../../content/request-rows.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import type { StoredTarget } from '../../db/tables/imports.ts'
import { DomainError, notFound, roleTooWeak } from '../../errors.ts'
import { changeRequestOf } from '../change-requests/queries.ts'
import { editModeOf } from './queries.ts'
import { expectUnlocked } from './rules.ts'

/**
 * Resolves the target of an import, a change request to its id. Refuses early what would be refused at the end,
 * before anything is read or fetched.
 * @throws {DomainError} `not_found` (request, page), `invalid_state` (finished request), `space_locked`,
 * `validation`
 */
export async function resolveTarget(db: Db | Tx, at: SpaceRef, input: StoredTarget): Promise<StoredTarget> {
  if (input.changeRequest !== undefined && input.asChangeRequest !== undefined) {
    throw new DomainError('validation', 'Send either a change request or asChangeRequest, not both')
  }
  const request =
    input.changeRequest === undefined ? undefined : await changeRequestOf(db, at, input.changeRequest)
  if (request !== undefined) expectEditable(request)
  if (request === undefined && input.asChangeRequest === undefined) {
    expectUnlocked((await editModeOf(db, at.organizationId, at.spaceId)).editMode)
  }
  if (input.page !== undefined) {
    const { tree } = await contentOf(db, at, request?.revision)
    if (tree.page(input.page) === undefined) throw notFound('page', input.page)
  }
  return request === undefined ? input : { ...input, changeRequest: request.id }
}

/**
 * Checks the space of operations whose path names only the organization.
 * @throws {DomainError} 404 without access, 403 without the role edit
 */
export async function expectCanEdit({ db, caller, access }: Context, spaceId: string): Promise<void> {
  const facts = await accessFacts(db, { kind: 'space', id: spaceId }, caller.userId)
  if (facts === null || facts.organizationId !== access.organizationId) throw notFound('space', spaceId)
  const { role } = resolveAccess(facts)
  if (role === null) throw notFound('space', spaceId)
  if (isAtLeast(role, 'edit')) return
  throw roleTooWeak('edit', 'in the space')
}
