import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '#contract/route.ts'
import type { Service } from '../context.ts'
import type { Db, Tx } from '../db/client.ts'
import { DomainError } from '../errors.ts'

/** How long a key is remembered. */
export const KEY_LIFETIME_MS = 86_400_000
/** After this time a request that wrote nothing counts as abandoned and can be sent again. */
const ABANDONED_AFTER_MS = 60_000

/** A POST that can be sent repeatedly and is executed only once. */
export type IdempotentRequest = {
  /** The response of the first execution; undefined if the request must be executed now. */
  readonly replay: { readonly status: number; readonly answer: string | null } | undefined
  /** Records the execution in the write's own transaction. */
  readonly written: (tx: Tx) => Promise<void>
  /** Stores the response for repeated requests. */
  readonly answered: (status: number, answer: string | null) => Promise<void>
  /** Releases the key after an error, so that it can be used again. */
  readonly refused: () => Promise<void>
}

const printable = /^[\x21-\x7e]{1,255}$/

/**
 * The state of a request with an `Idempotency-Key`; null without a key and for anything but a POST of JSON.
 * @throws {DomainError} 400 for a malformed key; 409 if the key was used for another request, if the first request is
 * still running, or if it was executed but its response is not stored, because it was lost or contained a secret
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
    throw new DomainError('validation', 'Use 1 to 255 printable characters for the Idempotency-Key', {
      issues: [{ path: ['headers', 'idempotency-key'], message: 'Use 1 to 255 printable characters' }],
    })
  }
  const claim = { userId, key, request: hashOf(request) }
  const replay = await claimKey(db, claim, now())
  const ownKey = <T extends { where: (column: 'user_id' | 'key', is: '=', value: string) => T }>(
    query: T,
  ): T => query.where('user_id', '=', userId).where('key', '=', key)
  return {
    replay,
    written: async (tx) =>
      void (await ownKey(tx.updateTable('idempotency_key').set({ written: true })).execute()),
    answered: async (status, answer) =>
      void (await ownKey(db.updateTable('idempotency_key').set({ status, answer })).execute()),
    refused: async () =>
      void (await ownKey(db.deleteFrom('idempotency_key')).where('written', '=', false).execute()),
  }
}

/** Marks a repeated response. */
export const markReplayed = (reply: FastifyReply): FastifyReply =>
  reply.header('idempotency-replayed', 'true')

const hashOf = ({ method, url, body }: FastifyRequest): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest()

type KeyClaim = { readonly userId: string; readonly key: string; readonly request: Buffer }

/** Claims the key for this request, or returns the result of the request that claimed it. */
async function claimKey(db: Db, claim: KeyClaim, now: Date): Promise<IdempotentRequest['replay']> {
  const before = new Date(now.getTime() - KEY_LIFETIME_MS)
  const dead = new Date(now.getTime() - ABANDONED_AFTER_MS)
  const { userId, key, request } = claim
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
  if (held === undefined) return claimKey(db, claim, now)
  if (!held.request.equals(request)) {
    throw new DomainError('conflict', 'This Idempotency-Key was used for another request. Use a new one')
  }
  if (held.status !== null) return { status: held.status, answer: held.answer }
  throw new DomainError(
    'invalid_state',
    held.written
      ? 'This request already succeeded, but its response isn’t stored. Read the current state instead'
      : 'The first request with this Idempotency-Key is still running. Try again in a moment',
  )
}
