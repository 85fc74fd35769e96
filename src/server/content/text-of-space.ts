import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { bytesOf, type Hash, hashesIn, hashFrom, isHash } from './objects.ts'
import { bodyOf, type Content, contentOf } from './read.ts'
import type { SpaceRef } from './space-ref.ts'

/** Objects that are looked into at a time. */
const BATCH_SIZE = 500
/** The newest revisions of a space and its change requests that are looked into, and the most objects of them. */
const LIMITS = { revisions: 5_000, objects: 50_000 }

/**
 * The stored text with this hash, where the space shows it or a revision of it or of one of its change requests does;
 * null otherwise. Texts are kept by organization, so a hash alone tells nothing of who may read. What only a very old
 * revision of a very large space shows is not found.
 */
export async function textOfSpace(db: Db, at: SpaceRef, hash: Hash): Promise<string | null> {
  if (!isHash(hash)) return null
  const content = await contentOf(db, at)
  if (!(await isShownIn(content, hash)) && !(await isInHistory(db, at, hash))) return null
  return bodyOf(db, at.organizationId, { id: hash, body: hash })
}

async function isShownIn({ tree, reusables }: Content, hash: Hash): Promise<boolean> {
  for (const { entry } of tree.all()) if (entry.body === hash) return true
  return (await reusables()).some(({ body }) => body === hash)
}

/** Goes down from the newest revisions; what they share is looked into once. */
async function isInHistory(db: Db, { organizationId, spaceId }: SpaceRef, hash: Hash): Promise<boolean> {
  const { rows: roots } = await sql<{ root: Buffer }>`select root from revision
    where space_id = ${spaceId} and organization_id = ${organizationId}
    order by created_at desc, id desc limit ${LIMITS.revisions}`.execute(db)
  const queue = [...new Set(roots.map(({ root }) => hashFrom(root)))]
  const seen = new Set(queue)
  // Quotes inside of titles are escaped, so that none can pass for this.
  const mention = `"body":"${hash}"`
  for (let read = 0; read < Math.min(queue.length, LIMITS.objects); ) {
    const some = queue.slice(read, read + BATCH_SIZE)
    read += some.length
    const bodies = await structureOf(db, organizationId, some)
    if (bodies.some((body) => body.includes(mention))) return true
    for (const next of hashesIn(bodies).objects) {
      if (!seen.has(next)) queue.push(next)
      seen.add(next)
    }
  }
  return false
}

/** What is no text among some objects. */
async function structureOf(db: Db, organizationId: string, hashes: readonly Hash[]): Promise<string[]> {
  const { rows } = await sql<{ body: string }>`select body from content_object
    where organization_id = ${organizationId} and hash = any(${hashes.map(bytesOf)}::bytea[])
      and kind <> 'text'`.execute(db)
  return rows.map(({ body }) => body)
}
