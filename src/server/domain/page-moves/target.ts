import { isAtLeast } from '#contract/shared/permissions.ts'
import { resolveAccess } from '../../auth/access.ts'
import { accessFacts } from '../../auth/grants.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { invalid, notFound, roleTooWeak } from '../../errors.ts'

/**
 * Checks that the caller can edit the space that pages move to, which is not the space in the path.
 * @throws {DomainError} `validation` for the same space, `not_found` without access, `forbidden` with a weaker role
 */
export async function expectCanEditTarget(
  db: Db | Tx,
  ctx: Context,
  { from, to, path }: { readonly from: string; readonly to: string; readonly path: 'body' | 'query' },
): Promise<void> {
  if (from === to) throw invalid([{ path: [path, 'space'], message: 'Choose another space' }])
  const facts = await accessFacts(db, { kind: 'space', id: to }, ctx.caller.userId)
  const isHere =
    facts !== null && facts.organizationId === ctx.access.organizationId && facts.deletedAt === null
  const role = isHere ? resolveAccess(facts).role : null
  if (role === null) throw notFound('space', to)
  if (!isAtLeast(role, 'edit')) throw roleTooWeak('edit', 'in the other space')
}
