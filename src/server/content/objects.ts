import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db, Tx } from '../db/client.ts'

/** SHA-256 of an object's kind and body, in base64url (43 characters). */
export type Hash = string

export type ObjectKind = 'text' | 'root' | 'list' | 'node'

type StoredObject = { readonly kind: ObjectKind; readonly body: string }

/**
 * Reads and writes the immutable objects of one organization. Written ones are held back until `flush`, and
 * can be read meanwhile.
 */
export type Objects = {
  readonly put: (kind: ObjectKind, body: string) => Hash
  /** The value must not change afterwards; its keys have to stand in their canonical order already. */
  readonly putJson: (kind: ObjectKind, value: unknown) => Hash
  /** @throws when an object is missing, which only a damaged database can bring about. */
  readonly read: (hashes: readonly Hash[]) => Promise<ReadonlyMap<Hash, string>>
  /** As `read`, parsed from JSON; the values are shared, so nobody may change them. */
  readonly readJson: (hashes: readonly Hash[]) => Promise<ReadonlyMap<Hash, unknown>>
  readonly flush: () => Promise<void>
}

export const hashOf = (kind: ObjectKind, body: string): Hash =>
  createHash('sha256').update(kind).update('\0').update(body).digest('base64url')

/**
 * Bodies as they are and as parsed, by hash. A hash tells the content whoever stored it, so one cache serves
 * every organization and is right even when the transaction that made an object was rolled back.
 */
const texts = new LRUCache<Hash, string>({
  maxSize: 16_000_000,
  sizeCalculation: (body) => body.length + 100,
})
const parsed = new LRUCache<Hash, { readonly value: unknown; readonly size: number }>({
  maxSize: 24_000_000,
  sizeCalculation: ({ size }) => size + 200,
})

export function objectsOf(db: Db | Tx, organizationId: string): Objects {
  const pending = new Map<Hash, StoredObject>()

  const read = async (hashes: readonly Hash[]) => {
    const found = new Map<Hash, string>()
    const missing: Hash[] = []
    for (const hash of hashes) {
      const body = pending.get(hash)?.body ?? texts.get(hash)
      if (body === undefined) missing.push(hash)
      else found.set(hash, body)
    }
    for (const { hash, kind, body } of await load(db, organizationId, missing)) {
      found.set(hash, body)
      if (kind === 'text') texts.set(hash, body)
    }
    const lost = missing.find((hash) => !found.has(hash))
    if (lost !== undefined) throw new Error(`The content object ${lost} is missing`)
    return found
  }

  const put = (kind: ObjectKind, body: string) => {
    const hash = hashOf(kind, body)
    pending.set(hash, { kind, body })
    return hash
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
      const found = new Map<Hash, unknown>()
      const missing: Hash[] = []
      for (const hash of hashes) {
        const known = parsed.get(hash)
        if (known === undefined) missing.push(hash)
        else found.set(hash, known.value)
      }
      for (const [hash, body] of await read(missing)) {
        const value: unknown = JSON.parse(body)
        parsed.set(hash, { value, size: body.length * 2 })
        found.set(hash, value)
      }
      return found
    },
    async flush() {
      const rows = [...pending].map(([hash, object]) => ({ hash, ...object }))
      for (const batch of inBatches(rows)) await store(db, organizationId, batch)
      pending.clear()
    },
  }
}

const contentLockKey = (organizationId: string) => sql`hashtextextended(${`content ${organizationId}`}, 0)`

/**
 * Until the transaction ends nothing of the organization's content is swept away: what is there already and is about
 * to be used again stays. Whoever stores objects, or names bytes of files, asks for it first.
 */
export const lockContentShared = (db: Db | Tx, organizationId: string) =>
  sql`select pg_advisory_xact_lock_shared(${contentLockKey(organizationId)})`.execute(db)

/** Keeps everybody from storing content until the transaction ends; false when somebody is at it. */
export async function tryLockContent(tx: Tx, organizationId: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${contentLockKey(organizationId)}) as held`.execute(tx)
  return rows[0]?.held === true
}

/** How hashes of objects (base64url) and of files' bytes (hex) look inside the JSON of lists and roots. */
const HASH_PATTERN = /"([A-Za-z0-9_-]{43})"|"([0-9a-f]{64})"/g

/** The objects and the bytes of files that some objects point at; at times more, since a text may look like a hash. */
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

async function store(db: Db | Tx, organizationId: string, rows: readonly Row[]): Promise<void> {
  await lockContentShared(db, organizationId)
  await sql`insert into content_object (organization_id, hash, kind, body)
    select ${organizationId}, * from unnest(${rows.map((row) => bytesOf(row.hash))}::bytea[],
      ${rows.map((row) => row.kind)}::text[], ${rows.map((row) => row.body)}::text[])
    on conflict do nothing`.execute(db)
}

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
