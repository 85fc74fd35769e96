import { sql } from 'kysely'
import type { SecondFactorMethod } from '#contract/second-factor.ts'
import type { Paging } from '#contract/shared/paging.ts'
import type { SignInEvent, SignInMethod } from '#contract/sign-ins.ts'
import type { SignInProvider } from '../../auth/sessions.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'

/** How many successful sign-ins, and how many failed ones, are stored for each user. */
const MAX_EVENTS = 100
const LIFETIME_MS = 90 * 86_400_000

export type NewSignInEvent = {
  readonly userId: string
  readonly outcome: SignInEvent['outcome']
  readonly method: SignInMethod
  readonly secondFactor?: SecondFactorMethod | undefined
  readonly provider?: SignInProvider | undefined
}

/** Records an attempt to sign in. Failed attempts cannot push successful ones out of the history. */
export async function recordSignInEvent(
  db: Db | Tx,
  { request, now, newId }: Pick<Context, 'request' | 'now' | 'newId'>,
  { userId, outcome, method, secondFactor, provider }: NewSignInEvent,
): Promise<void> {
  await db
    .insertInto('sign_in_event')
    .values({
      id: newId(),
      user_id: userId,
      created_at: now(),
      outcome,
      method,
      second_factor: secondFactor ?? null,
      provider_id: provider?.id ?? null,
      provider_label: provider?.label ?? null,
      user_agent: request.headers['user-agent']?.slice(0, 512) ?? null,
      ip: request.ip,
    })
    .execute()
  await sql`delete from sign_in_event where id in (
    select id from sign_in_event
    where user_id = ${userId} and (outcome = 'signed-in') = ${outcome === 'signed-in'}
    order by created_at desc, id desc offset ${MAX_EVENTS})`.execute(db)
}

export const deleteOldSignInEvents = (db: Db, now: Date) =>
  db
    .deleteFrom('sign_in_event')
    .where('created_at', '<', new Date(now.getTime() - LIFETIME_MS))
    .execute()

/** One page of a user's sign-ins, latest first. */
export async function signInEventPage(db: Db, userId: string, paging: Paging, now: Date) {
  const events = db
    .selectFrom('sign_in_event')
    .where('user_id', '=', userId)
    .where('created_at', '>=', new Date(now.getTime() - LIFETIME_MS))
  const [page, countResult] = await Promise.all([
    pageOf(
      events.select([
        'id',
        'created_at as createdAt',
        'outcome',
        'method',
        'second_factor as secondFactor',
        'provider_label as provider',
        'user_agent as userAgent',
        'ip',
      ]),
      { columns: ['created_at', 'id'], keyOf: (row) => [row.createdAt, row.id], direction: 'desc' },
      paging,
    ),
    events.select((count) => count.fn.countAll<number>().as('count')).executeTakeFirst(),
  ])
  return { ...page, count: countResult?.count ?? 0 }
}

export type SignInEventRow = Awaited<ReturnType<typeof signInEventPage>>['rows'][number]
