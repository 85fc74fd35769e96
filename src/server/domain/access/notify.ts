import type { Subject } from '../../auth/member-access.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { accessTo } from '../../notifications/event.ts'
import { recordEvent } from '../../notifications/record.ts'

/** Tells people and teams that they were given access. */
export async function notifyGrantees(
  tx: Tx,
  ctx: Context,
  { organizationId, kind, id }: Subject,
  to: { readonly users: readonly string[] } | { readonly teams: readonly string[] },
): Promise<void> {
  const isNobody = 'users' in to ? to.users.length === 0 : to.teams.length === 0
  if (isNobody) return
  await recordEvent(tx, ctx, {
    organizationId,
    key: `access_granted/${kind}/${id}`,
    renews: true,
    about: { kind, id },
    access: accessTo({ kind, id }),
    actor: ctx.caller.userId,
    audience: [{ reason: 'access_granted', ...to }],
  })
}
