import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { hashesIn, lockContentShared } from './objects.ts'
import { deleteRelocations } from './relocations.ts'
import type { SpaceRef } from './space-ref.ts'

/** Tables whose rows belong to one space and move with it. */
export const tablesOfSpace = [
  'revision',
  'page',
  'moved_page',
  'page_section',
  'search_word',
  'page_link',
  'file',
  'unshown_file',
  'presence',
  'import_run',
  'import_item',
  'original_file',
  'change_request',
  'change_request_contributor',
  'change_request_reviewer',
  'change_request_review',
  'change_request_seen',
  'comment',
  'comment_reply',
  'comment_reaction',
  'page_confirmation',
  'coedited_text',
  'coedited_update',
  'coedited_writer',
] as const

/**
 * Moves a space's whole history to another organization: every object that its revisions reach is copied there, and
 * everything that the old organization still uses stays. The caller moves the space's own row.
 */
export async function transferContent(
  tx: Tx,
  { organizationId, spaceId }: SpaceRef,
  to: string,
): Promise<void> {
  await copyObjects(tx, organizationId, spaceId, to)
  // The other organization has other teams.
  await tx
    .deleteFrom('change_request_team_reviewer')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .execute()
  // The other organization has other specifications, and other people who upload.
  for (const table of ['pending_api_reference', 'import_upload'] as const) {
    await tx
      .deleteFrom(table)
      .where('organization_id', '=', organizationId)
      .where('space_id', '=', spaceId)
      .execute()
  }
  await deleteRelocations(tx, { organizationId, spaceId })
  for (const table of tablesOfSpace) {
    await sql`update ${sql.table(table)} set organization_id = ${to}
      where organization_id = ${organizationId} and space_id = ${spaceId}`.execute(tx)
  }
}

async function copyObjects(tx: Tx, from: string, spaceId: string, to: string): Promise<void> {
  await lockContentShared(tx, to)
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
    const references = hashesIn(bodies)
    for (const blob of references.blobs) blobs.add(blob)
    frontier = references.objects.filter((object) => !seen.has(object))
  }
  await sql`insert into file_blob (organization_id, hash, size, created_at)
    select ${to}, hash, size, created_at from file_blob
    where organization_id = ${from} and hash = any(${[...blobs]}) on conflict do nothing`.execute(tx)
}

/** Copies some objects and returns the bodies of those that can refer to others. */
async function copyThese(tx: Tx, from: string, to: string, hashes: readonly string[]): Promise<string[]> {
  const keys = hashes.map((hash) => Buffer.from(hash, 'base64url'))
  await sql`insert into content_object (organization_id, hash, kind, body)
    select ${to}, hash, kind, body from content_object
    where organization_id = ${from} and hash = any(${keys}) on conflict do nothing`.execute(tx)
  const rows = await tx
    .selectFrom('content_object')
    .select('body')
    .where('organization_id', '=', from)
    .where('hash', 'in', keys)
    .where('kind', '!=', 'text')
    .execute()
  return rows.map(({ body }) => body)
}
