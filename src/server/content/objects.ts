import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db, Tx } from '../db/client.ts'
import { type WritePart, writeTogether } from '../db/write-together.ts'

/** SHA-256 of an object's kind and body, in base64url (43 characters). */
export type Hash = string

export type ObjectKind = 'text' | 'root' | 'list' | 'node'

type StoredObject = { readonly kind: ObjectKind; readonly body: string }

/**
 * Reads and writes the immutable objects of one organization. New objects are stored by `flush`, and can be read before
 * that.
 */
export type Objects = {
  readonly put: (kind: ObjectKind, body: string) => Hash
  /** The value must not change afterwards; its keys must be in canonical order. */
  readonly putJson: (kind: ObjectKind, value: unknown) => Hash
  /** @throws if an object is missing, which means that the database is damaged. */
  readonly read: (hashes: readonly Hash[]) => Promise<ReadonlyMap<Hash, string>>
  /** As `read`, parsed from JSON; the values are shared and must not be changed. */
  readonly readJson: (hashes: readonly Hash[]) => Promise<ReadonlyMap<Hash, unknown>>
  readonly flush: () => Promise<void>
  /** Stores all but the last batch, which the caller writes with these parts. */
  readonly flushAllButLast: () => Promise<readonly WritePart[]>
}

export const hashOf = (kind: ObjectKind, body: string): Hash =>
  hash('sha256', `${kind}\0${body}`, 'base64url')

/**
 * Bodies and parsed values by hash. A hash determines the content, so one cache serves all organizations and stays
 * correct even if the transaction that stored an object was rolled back.
 */
const texts = new LRUCache<Hash, string>({
  maxSize: 12_000_000,
  sizeCalculation: (body) => body.length + 100,
})
const parsed = new LRUCache<Hash, { readonly value: unknown; readonly size: number }>({
  maxSize: 24_000_000,
  sizeCalculation: ({ size }) => size + 200,
})

export function objectsOf(db: Db | Tx, organizationId: string): Objects {
  const pending = new Map<Hash, StoredObject>()

  const read = async (hashes: readonly Hash[]) => {
    const result = new Map<Hash, string>()
    const missing: Hash[] = []
    for (const hash of hashes) {
      const body = pending.get(hash)?.body ?? texts.get(hash)
      if (body === undefined) missing.push(hash)
      else result.set(hash, body)
    }
    for (const { hash, kind, body } of await load(db, organizationId, missing)) {
      result.set(hash, body)
      if (kind === 'text') texts.set(hash, body)
    }
    const lost = missing.find((hash) => !result.has(hash))
    if (lost !== undefined) throw new Error(`The content object ${lost} is missing`)
    return result
  }

  const put = (kind: ObjectKind, body: string) => {
    const hash = hashOf(kind, body)
    pending.set(hash, { kind, body })
    return hash
  }

  const flushAllButLast = async () => {
    const rows = [...pending].map(([hash, object]) => ({ hash, ...object }))
    const batches = [...inBatches(rows)].map((batch) => storing(organizationId, batch))
    const last = batches.pop() ?? []
    for (const batch of batches) await writeTogether(db, batch)
    return last
  }

  return {
    put,
    putJson(kind, value) {
      const body = JSON.stringify(value)
      const hash = put(kind, body)
      parsed.set(hash, { value, size: body.length * 2 })
      return hash
    },
    read,
    async readJson(hashes) {
      const result = new Map<Hash, unknown>()
      const missing: Hash[] = []
      for (const hash of hashes) {
        const known = parsed.get(hash)
        if (known === undefined) missing.push(hash)
        else result.set(hash, known.value)
      }
      for (const [hash, body] of await read(missing)) {
        const value: unknown = JSON.parse(body)
        parsed.set(hash, { value, size: body.length * 2 })
        result.set(hash, value)
      }
      return result
    },
    async flush() {
      await writeTogether(db, await flushAllButLast())
      pending.clear()
    },
    flushAllButLast,
  }
}

/** Of the lock that `lockContentShared` takes. */
export const contentLockKey = (organizationId: string) =>
  sql`hashtextextended(${`content ${organizationId}`}, 0)`

/**
 * Keeps the organization's content from being swept until the transaction ends, so that existing objects can be used
 * again. Required before storing objects or referring to the bytes of files.
 */
export const lockContentShared = (db: Db | Tx, organizationId: string) =>
  sql`select pg_advisory_xact_lock_shared(${contentLockKey(organizationId)})`.execute(db)

/** Keeps all others from storing content until the transaction ends; false if someone is storing content now. */
export async function tryLockContent(tx: Tx, organizationId: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${contentLockKey(organizationId)}) as held`.execute(tx)
  return rows[0]?.held === true
}

/** How hashes of objects (base64url) and of files' bytes (hex) look inside the JSON of lists and roots. */
const HASH_PATTERN = /"([A-Za-z0-9_-]{43})"|"([0-9a-f]{64})"/g

/** The objects and file bytes that some objects refer to; possibly more, since a text can look like a hash. */
export function hashesIn(bodies: readonly string[]): { readonly objects: Hash[]; readonly blobs: string[] } {
  const objects = new Set<Hash>()
  const blobs = new Set<string>()
  for (const [, object, blob] of bodies.flatMap((body) => [...body.matchAll(HASH_PATTERN)])) {
    if (object !== undefined) objects.add(object)
    if (blob !== undefined) blobs.add(blob)
  }
  return { objects: [...objects], blobs: [...blobs] }
}

/** One object as JSON. */
export async function readOne(objects: Objects, hash: Hash): Promise<unknown> {
  return (await objects.readJson([hash])).get(hash)
}

export const isHash = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

export const bytesOf = (hash: Hash): Buffer => Buffer.from(hash, 'base64url')
export const hashFrom = (bytes: Buffer): Hash => bytes.toString('base64url')

type Row = StoredObject & { readonly hash: Hash }

async function load(db: Db | Tx, organizationId: string, hashes: readonly Hash[]) {
  if (hashes.length === 0) return []
  const rows = await db
    .selectFrom('content_object')
    .select(['hash', 'kind', 'body'])
    .where('organization_id', '=', organizationId)
    .where((is) => is('hash', '=', is.fn.any(is.val(hashes.map(bytesOf)))))
    .execute()
  return rows.map(({ hash, kind, body }) => ({ hash: hashFrom(hash), kind, body }))
}

/** Locks the content against sweeps and stores objects: they are joined with the lock, so it is taken first. */
const storing = (organizationId: string, rows: readonly Row[]): readonly WritePart[] => [
  {
    name: 'locked_content',
    query: sql`materialized (select pg_advisory_xact_lock_shared(${contentLockKey(organizationId)}))`,
  },
  {
    name: 'stored_objects',
    query: sql`(insert into content_object (organization_id, hash, kind, body)
      select ${organizationId}, input.* from locked_content, unnest(${rows.map((row) => bytesOf(row.hash))}::bytea[],
        ${rows.map((row) => row.kind)}::text[], ${rows.map((row) => row.body)}::text[]) as input
      on conflict do nothing)`,
  },
]

/** A statement's parameters stay below some megabytes. */
function* inBatches(rows: readonly Row[]): Generator<readonly Row[]> {
  let batch: Row[] = []
  let size = 0
  for (const row of rows) {
    batch.push(row)
    size += row.body.length
    if (batch.length < 1000 && size < 4_000_000) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}
