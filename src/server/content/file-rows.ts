import { type RawBuilder, sql } from 'kysely'
import { asJson, type Tx } from '../db/client.ts'
import type { FileEntry } from './entries.ts'
import type { FileDiff } from './file-diff.ts'
import { lockContentShared } from './objects.ts'
import type { SpaceRef } from './space-ref.ts'

/** Updates the table of the head's files; replaced and removed files can still be downloaded from older revisions. */
export async function projectFiles(
  tx: Tx,
  at: SpaceRef,
  { added, removed, edited }: FileDiff,
): Promise<void> {
  const replaced = edited.filter(({ before, after }) => before.blob !== after.blob)
  await writeUnshownFiles(
    tx,
    at,
    replaced.map(({ before }) => before),
  )
  await hideFiles(tx, at, [...removed, ...edited.map(({ before }) => before)])
  await writeFiles(tx, at, [...added, ...edited.map(({ after }) => after)])
}

/** Files of the head. */
export const writeFiles = (tx: Tx, at: SpaceRef, files: readonly FileEntry[]): Promise<void> =>
  insertFiles(tx, at, files, { table: sql`file`, again: sql`` })

/** Files that are not in the head but in a change request or an older revision. */
export const writeUnshownFiles = (tx: Tx, at: SpaceRef, files: readonly FileEntry[]): Promise<void> =>
  insertFiles(tx, at, files, { table: sql`unshown_file`, again: sql`on conflict do nothing` })

/** Removes files from the head; they can still be downloaded from older revisions. */
export async function hideFiles(tx: Tx, at: SpaceRef, files: readonly FileEntry[]): Promise<void> {
  if (files.length === 0) return
  await writeUnshownFiles(tx, at, files)
  await tx
    .deleteFrom('file')
    .where('organization_id', '=', at.organizationId)
    .where('space_id', '=', at.spaceId)
    .where((is) => is('file_id', '=', is.fn.any(is.val(files.map(({ id }) => id)))))
    .execute()
}

async function insertFiles(
  tx: Tx,
  at: SpaceRef,
  files: readonly FileEntry[],
  { table, again }: { readonly table: RawBuilder<unknown>; readonly again: RawBuilder<unknown> },
): Promise<void> {
  if (files.length === 0) return
  const rows = asJson(files)
  await lockContentShared(tx, at.organizationId)
  await sql`insert into ${table} (organization_id, space_id, file_id, name, content_type, size, blob, width, height,
      created_at, replaced_at)
    select ${at.organizationId}, ${at.spaceId}, id, name, "contentType", size, blob, width, height, "createdAt", "replacedAt"
    from jsonb_to_recordset(${rows}::jsonb) as input (id text, name text, "contentType" text, size bigint,
      blob text, width integer, height integer, "createdAt" timestamptz,
      "replacedAt" timestamptz) ${again}`.execute(tx)
  await sql`insert into file_blob (organization_id, hash, size, created_at)
    select distinct on (blob) ${at.organizationId}, blob, size, "createdAt"
    from jsonb_to_recordset(${rows}::jsonb) as input (blob text, size bigint, "createdAt" timestamptz)
    on conflict do nothing`.execute(tx)
}
