import type { Subject } from '../../auth/member-access.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { accessTo } from '../../notifications/event.ts'
import { recordEvent } from '../../notifications/record.ts'

/** Notifies people and teams that someone gave them access. */
export async function notifyGrantees(
  tx: Tx,
  ctx: Context,
  { organizationId, kind, id }: Subject,
  to: { readonly users: readonly string[] } | { readonly teams: readonly string[] },
): Promise<void> {
  const ids = 'users' in to ? to.users : to.teams
  if (ids.length === 0) return
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
