import { isAtLeast, type Role } from '#contract/shared/permissions.ts'
import { resolveAccess } from '../../auth/access.ts'
import { accessFacts } from '../../auth/grants.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { notFound, roleTooWeak } from '../../errors.ts'
import { markOf, type TranslationMark } from '../space-languages/queries.ts'

/**
 * Checks the caller's role in the source space, which is not the space in the path.
 * @throws {DomainError} `not_found` without access, `forbidden` with a weaker role
 */
export async function expectRoleInSource(
  db: Db | Tx,
  ctx: Context,
  sourceSpaceId: string,
  needed: Role,
): Promise<void> {
  const facts = await accessFacts(db, { kind: 'space', id: sourceSpaceId }, ctx.caller.userId)
  const isHere =
    facts !== null && facts.organizationId === ctx.access.organizationId && facts.deletedAt === null
  const role = isHere ? resolveAccess(facts).role : null
  if (role === null) throw notFound('space', sourceSpaceId)
  if (!isAtLeast(role, needed)) throw roleTooWeak(needed, 'in the original space')
}

/**
 * What a space translates, for a caller who may view the original too.
 * @throws {DomainError} `not_found` if it is no translation, or its original is not visible
 */
export async function visibleMark(db: Db | Tx, ctx: Context, spaceId: string): Promise<TranslationMark> {
  const mark = await markOf(db, ctx.access.organizationId, spaceId)
  if (mark === null) throw notFound('translation', spaceId)
  await expectRoleInSource(db, ctx, mark.sourceSpaceId, 'read')
  return mark
}
