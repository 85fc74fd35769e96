import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '#contract/route.ts'
import type { Service } from '../context.ts'
import type { Db, Tx } from '../db/client.ts'
import { DomainError } from '../errors.ts'

/** A repeated request is known for 24 hours (decisions 25). */
export const KEY_LIFETIME_MS = 86_400_000
/** A request that wrote nothing for this long is taken for dead, and may be sent again. */
const ABANDONED_AFTER_MS = 60_000

/** One POST that may come more than once and is done only once. */
export type IdempotentRequest = {
  /** The answer it was given before; undefined when it is to be done now. */
  readonly replay: { readonly status: number; readonly answer: string | null } | undefined
  /** Notes in the write's own transaction that it is done. */
  readonly written: (tx: Tx) => Promise<void>
  /** Keeps the answer for who asks again. */
  readonly answered: (status: number, answer: string | null) => Promise<void>
  /** It was refused: the same key may be used again. */
  readonly refused: () => Promise<void>
}

const printable = /^[\x21-\x7e]{1,255}$/

/**
 * What is known of a request with an `Idempotency-Key`; null for one without, or that is not a POST of JSON.
 * @throws {DomainError} 400 for a malformed key; 409 when the key was used for something else, when the first
 * request is still under way, or when it was carried out but its answer is not kept: it was lost, or held a secret.
 */
export async function idempotentRequest(
  { db, now }: Service,
  route: Route,
  request: FastifyRequest,
  userId: string,
): Promise<IdempotentRequest | null> {
  const key = request.headers['idempotency-key']
  if (
    key === undefined ||
    route.method !== 'POST' ||
    route.surface === 'dashboard' ||
    route.bodyType !== undefined
  ) {
    return null
  }
  if (typeof key !== 'string' || !printable.test(key)) {
    throw new DomainError('validation', 'An Idempotency-Key has 1 to 255 printable characters', {
      issues: [{ path: ['headers', 'idempotency-key'], message: 'Give 1 to 255 printable characters' }],
    })
  }
  const asked = { userId, key, request: hashOf(request) }
  const replay = await claimKey(db, asked, now())
  const mine = <T extends { where: (column: 'user_id' | 'key', is: '=', value: string) => T }>(query: T): T =>
    query.where('user_id', '=', userId).where('key', '=', key)
  return {
    replay,
    written: async (tx) =>
      void (await mine(tx.updateTable('idempotency_key').set({ written: true })).execute()),
    answered: async (status, answer) =>
      void (await mine(db.updateTable('idempotency_key').set({ status, answer })).execute()),
    refused: async () =>
      void (await mine(db.deleteFrom('idempotency_key')).where('written', '=', false).execute()),
  }
}

/** Headers of an answer that was given before. */
export const markReplayed = (reply: FastifyReply): FastifyReply =>
  reply.header('idempotency-replayed', 'true')

const hashOf = ({ method, url, body }: FastifyRequest): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest()

type KeyClaim = { readonly userId: string; readonly key: string; readonly request: Buffer }

/** Takes the key for this request, or finds what became of the one that took it. */
async function claimKey(db: Db, asked: KeyClaim, now: Date): Promise<IdempotentRequest['replay']> {
  const before = new Date(now.getTime() - KEY_LIFETIME_MS)
  const dead = new Date(now.getTime() - ABANDONED_AFTER_MS)
  const { userId, key, request } = asked
  const taken = await db
    .insertInto('idempotency_key')
    .values({ user_id: userId, key, request, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'key'])
        .doUpdateSet({ request, written: false, status: null, answer: null, created_at: now })
        .where((where) =>
          where.or([
            where('idempotency_key.created_at', '<', before),
            where.and([
              where('idempotency_key.written', '=', false),
              where('idempotency_key.status', 'is', null),
              where('idempotency_key.created_at', '<', dead),
            ]),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst()
  if (taken !== undefined) return undefined
  const held = await db
    .selectFrom('idempotency_key')
    .select(['request', 'written', 'status', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  // It was refused in between: one more trial finds the key free.
  if (held === undefined) return claimKey(db, asked, now)
  if (!held.request.equals(request)) {
    throw new DomainError('conflict', 'This Idempotency-Key was used for another request. Use a new one')
  }
  if (held.status !== null) return { status: held.status, answer: held.answer }
  throw new DomainError(
    'invalid_state',
    held.written
      ? 'This request was carried out, but its answer is not kept. Look at what is there now'
      : 'The first request with this Idempotency-Key is still under way. Try again in a moment',
  )
}
