import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { bytesOf, type Hash, hashesIn, hashFrom, isHash } from './objects.ts'
import { bodyOf, type Content, contentOf } from './read.ts'
import type { SpaceRef } from './space-ref.ts'

/** Objects that are read at a time. */
const BATCH_SIZE = 500
/** The maximum of revisions, newest first, and of their objects that are searched. */
const LIMITS = { revisions: 5_000, objects: 50_000 }

/**
 * The stored text with this hash if a revision of the space or of one of its change requests contains it, else null.
 * Texts are stored per organization, so a hash alone does not reveal who can read it. A text that only a very old
 * revision of a very large space contains is not found.
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

/** Searches the newest revisions first; shared objects are read once. */
async function isInHistory(db: Db, { organizationId, spaceId }: SpaceRef, hash: Hash): Promise<boolean> {
  const { rows: roots } = await sql<{ root: Buffer }>`select root from revision
    where space_id = ${spaceId} and organization_id = ${organizationId}
    order by created_at desc, id desc limit ${LIMITS.revisions}`.execute(db)
  const queue = [...new Set(roots.map(({ root }) => hashFrom(root)))]
  const seen = new Set(queue)
  // Quotes within titles are escaped, so no title can match this.
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

/** The bodies of lists, nodes and roots among some objects. */
async function structureOf(db: Db, organizationId: string, hashes: readonly Hash[]): Promise<string[]> {
  const { rows } = await sql<{ body: string }>`select body from content_object
    where organization_id = ${organizationId} and hash = any(${hashes.map(bytesOf)}::bytea[])
      and kind <> 'text'`.execute(db)
  return rows.map(({ body }) => body)
}
