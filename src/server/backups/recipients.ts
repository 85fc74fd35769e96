import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'

/** Addresses of the people who get an email when a backup failed: the setting, else the operators. */
export async function recipientsOfFailure(
  db: Db,
  { backup, operators, admin }: Pick<Config, 'backup' | 'operators' | 'admin'>,
): Promise<string[]> {
  if (backup.email !== undefined) return [backup.email]
  if (operators.length > 0) return [...operators]
  if (admin !== undefined) return [admin.email]
  const first = await db
    .selectFrom('user_account')
    .select('email')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first === undefined ? [] : [first.email]
}
