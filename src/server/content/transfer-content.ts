import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import type { SpaceRef } from './place.ts'

/** Tables whose rows are of one space; they go with it. */
const tables = ['revision', 'page', 'moved_page', 'page_section', 'page_link', 'file', 'import_run'] as const

/** How hashes of objects (base64url) and of files' bytes (hex) look inside the JSON of lists and roots. */
const hashes = /"([A-Za-z0-9_-]{43})"|"([0-9a-f]{64})"/g

/**
 * Takes a space's whole history to another organization: every object its revisions reach is there afterwards,
 * and what the old organization still uses stays with it. The space's own row is moved by the caller.
 */
export async function transferContent(
  tx: Tx,
  { organizationId, spaceId }: SpaceRef,
  to: string,
): Promise<void> {
  await copyObjects(tx, organizationId, spaceId, to)
  for (const table of tables) {
    await sql`update ${sql.table(table)} set organization_id = ${to}
      where organization_id = ${organizationId} and space_id = ${spaceId}`.execute(tx)
  }
}

async function copyObjects(tx: Tx, from: string, spaceId: string, to: string): Promise<void> {
  const roots = await tx
    .selectFrom('revision')
    .select('root')
    .distinct()
    .where('organization_id', '=', from)
    .where('space_id', '=', spaceId)
    .execute()
  const seen = new Set<string>()
  const blobs = new Set<string>()
  let frontier = roots.map(({ root }) => root.toString('base64url'))
  while (frontier.length > 0) {
    for (const hash of frontier) seen.add(hash)
    const bodies = await copyThese(tx, from, to, frontier)
    frontier = []
    for (const [, object, blob] of bodies.flatMap((body) => [...body.matchAll(hashes)])) {
      if (blob !== undefined) blobs.add(blob)
      if (object !== undefined && !seen.has(object)) frontier.push(object)
    }
    frontier = [...new Set(frontier)]
  }
  await sql`insert into file_blob (organization_id, hash, size, created_at)
    select ${to}, hash, size, created_at from file_blob
    where organization_id = ${from} and hash = any(${[...blobs]}) on conflict do nothing`.execute(tx)
}

/** Copies some objects and answers the bodies of those that may point at others. */
async function copyThese(tx: Tx, from: string, to: string, hashes: readonly string[]): Promise<string[]> {
  const wanted = hashes.map((hash) => Buffer.from(hash, 'base64url'))
  await sql`insert into content_object (organization_id, hash, kind, body)
    select ${to}, hash, kind, body from content_object
    where organization_id = ${from} and hash = any(${wanted}) on conflict do nothing`.execute(tx)
  const rows = await tx
    .selectFrom('content_object')
    .select('body')
    .where('organization_id', '=', from)
    .where('hash', 'in', wanted)
    .where('kind', '!=', 'text')
    .execute()
  return rows.map(({ body }) => body)
}
