import type { Config } from '../config.ts'
import type { Caller } from '../context.ts'
import type { Db, Tx } from '../db/client.ts'

/**
 * Whether a person may operate the service. By `LECTERN_OPERATORS`, else `LECTERN_ADMIN_EMAIL`: the account with that
 * address, once the address is verified. Without both: the first account, as long as it is an admin of an organization.
 */
export async function isOperator(
  db: Db | Tx,
  { userId, email, reader }: Pick<Caller, 'userId' | 'email' | 'reader'>,
  { operators, admin }: Pick<Config, 'operators' | 'admin'>,
): Promise<boolean> {
  if (reader !== undefined) return false
  const addresses = operators.length > 0 ? operators : admin === undefined ? [] : [admin.email.toLowerCase()]
  if (addresses.length === 0) return isFirstAdmin(db, userId)
  if (!addresses.includes(email.toLowerCase())) return false
  const account = await db
    .selectFrom('user_account')
    .select('email_verified_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  return account?.email_verified_at != null
}

async function isFirstAdmin(db: Db | Tx, userId: string): Promise<boolean> {
  const first = await db
    .selectFrom('user_account')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (first?.id !== userId) return false
  const membership = await db
    .selectFrom('member')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .limit(1)
    .executeTakeFirst()
  return membership !== undefined
}
