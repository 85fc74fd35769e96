import type { z } from 'zod'
import type { libraryMove } from '#contract/shared/library-position.ts'
import { isAtLeast } from '#contract/shared/permissions.ts'
import { libraryPositionOf } from '#contract/shared/position.ts'
import { resolveAccess } from '../../auth/access.ts'
import { accessFacts } from '../../auth/grants.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { notFound, roleTooWeak } from '../../errors.ts'
import { newKeyAfter, orderKeyAfter, orderKeyFor } from '../../order.ts'
import { ancestorsOf, lastKeyIn, siblingsIn } from './queries.ts'
import { expectAllowedDepth, expectNoCycle } from './rules.ts'

/**
 * Checks that the caller may create something in a collection or at the top. Lock the library first, or the
 * collection may be deleted in the meantime.
 * @throws {DomainError} 404 for a collection that is not visible or in another organization, 403 without the role
 * create
 */
export async function expectCanCreateIn(tx: Tx, ctx: Context, parentId: string | null): Promise<void> {
  const role = parentId === null ? ctx.access.organizationRole : await roleIn(tx, ctx, parentId)
  if (isAtLeast(role, 'create')) return
  throw roleTooWeak('create', 'in the destination')
}

async function roleIn(tx: Tx, { caller, access }: Context, collectionId: string) {
  const facts = await accessFacts(tx, { kind: 'collection', id: collectionId }, caller.userId)
  if (facts === null || facts.organizationId !== access.organizationId)
    throw notFound('collection', collectionId)
  const { role } = resolveAccess(facts)
  if (role === null) throw notFound('collection', collectionId)
  return role
}

/** @throws {DomainError} `invalid_position` when a collection in this parent would be nested too deep. */
export async function expectDepth(tx: Tx, organizationId: string, parentId: string | null): Promise<void> {
  if (parentId !== null) expectAllowedDepth(await ancestorsOf(tx, organizationId, parentId))
}

/** The order key for a new last child. Lock the library first. */
export const orderKeyAtEnd = async (
  tx: Tx,
  organizationId: string,
  parentId: string | null,
): Promise<string> => orderKeyAfter(await lastKeyIn(tx, organizationId, parentId))

/** The order key for a child that comes back and becomes the last one: its own, if that is behind all others. */
export async function orderKeyBack(
  tx: Tx,
  organizationId: string,
  { parentId, orderKey }: { readonly parentId: string | null; readonly orderKey: string },
): Promise<string> {
  const last = await lastKeyIn(tx, organizationId, parentId)
  return last === null || orderKey > last ? orderKey : orderKeyAfter(last)
}

/** The order key for a new last child while others may be created. Lock the library, at least shared, first. */
export const newKeyAtEnd = async (tx: Tx, organizationId: string, parentId: string | null): Promise<string> =>
  newKeyAfter(await lastKeyIn(tx, organizationId, parentId))

type LibraryPosition = { readonly id: string; readonly parentId: string | null }

/** The parent and order key for a move, with all its checks. Lock the library first. */
export async function positionFor(
  tx: Tx,
  ctx: Context,
  item: LibraryPosition & { readonly kind: 'space' | 'collection' },
  input: z.output<typeof libraryMove>,
): Promise<{ parent_id: string | null; order_key: string }> {
  const { organizationId } = ctx.access
  const parentId = input.parent === undefined ? item.parentId : input.parent
  if (parentId !== item.parentId) await expectCanCreateIn(tx, ctx, parentId)
  if (item.kind === 'collection' && parentId !== null) {
    expectNoCycle(item.id, await ancestorsOf(tx, organizationId, parentId))
  }
  const siblings = await siblingsIn(tx, organizationId, parentId)
  return {
    parent_id: parentId,
    order_key: orderKeyFor(siblings, item.id, libraryPositionOf(input.position)),
  }
}
