import {
  DEFAULT_DIGEST,
  defaultFrequencies,
  type EmailFrequency,
  type Undeliverable,
} from '#contract/email-preferences.ts'
import type { NotificationReason } from '#contract/notifications.ts'
import { asJson, type Db, type Tx } from '../../db/client.ts'

export type PreferenceRow = {
  readonly frequencies: Partial<Record<NotificationReason, EmailFrequency>>
  readonly digestHour: number
  readonly timeZone: string
  readonly version: number
}

/** What a person chose, or the defaults as version 1. */
export async function preferencesOf(db: Db | Tx, userId: string): Promise<PreferenceRow> {
  const row = await db
    .selectFrom('email_preference')
    .select(['frequencies', 'digest_hour as digestHour', 'time_zone as timeZone', 'version'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const { hour, timeZone } = DEFAULT_DIGEST
  return row ?? { frequencies: {}, digestHour: hour, timeZone, version: 1 }
}

/** Stores what a person chose. The account must be locked. */
export async function storePreferences(
  tx: Tx,
  userId: string,
  { frequencies, digestHour, timeZone, version }: PreferenceRow,
  now: Date,
): Promise<void> {
  const values = {
    frequencies: asJson(frequencies),
    digest_hour: digestHour,
    time_zone: timeZone,
    version,
    updated_at: now,
  }
  await tx
    .insertInto('email_preference')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** Why the current addresses of some people get no notifications; those who get them are missing. */
export async function undeliverableOf(
  db: Db | Tx,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Undeliverable>> {
  const rows = await db
    .selectFrom('undeliverable_address as rejected')
    .innerJoin('user_account as account', (join) =>
      join.onRef('account.id', '=', 'rejected.user_id').onRef('account.email', '=', 'rejected.email'),
    )
    .select(['rejected.user_id as userId', 'rejected.error', 'rejected.created_at as createdAt'])
    .where((is) => is('rejected.user_id', '=', is.fn.any(is.val([...userIds]))))
    .execute()
  return new Map(
    rows.map(({ userId, error, createdAt }) => [userId, { error, since: createdAt.toISOString() }]),
  )
}

/** Notes that the mail server rejected an address permanently, if it is the one of an account. */
export async function markUndeliverable(
  db: Db | Tx,
  { email, error, now }: { readonly email: string; readonly error: string; readonly now: Date },
): Promise<void> {
  const values = { email, error: error.slice(0, 2000), created_at: now }
  await db
    .insertInto('undeliverable_address')
    .columns(['user_id', 'email', 'error', 'created_at'])
    .expression(
      db
        .selectFrom('user_account')
        .select(({ val }) => ['id', 'email', val(values.error).as('error'), val(now).as('created_at')])
        .where('email', '=', email),
    )
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** Allows notifications to the address of a person again, or to an address. */
export const clearUndeliverable = (
  tx: Tx,
  address: { readonly userId: string } | { readonly email: string },
) =>
  'userId' in address
    ? tx.deleteFrom('undeliverable_address').where('user_id', '=', address.userId).execute()
    : tx.deleteFrom('undeliverable_address').where('email', '=', address.email).execute()

/** Whether a person gets email for a reason right away, and not in the digest or never. */
export async function isImmediate(db: Db, userId: string, reason: NotificationReason): Promise<boolean> {
  const row = await db
    .selectFrom('email_preference')
    .select('frequencies')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return (row?.frequencies[reason] ?? defaultFrequencies[reason]) === 'immediately'
}
