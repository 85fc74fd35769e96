import { sql } from 'kysely'
import { asJson, type Db, type Tx } from '../db/client.ts'
import type { FileEntry, Root } from './entries.ts'
import { writeUnshownFiles } from './file-rows.ts'
import { readLists } from './lists.ts'
import { type Hash, hashFrom, type Objects } from './objects.ts'
import type { SpaceRef } from './space-ref.ts'

/** Roots are read in groups of this many. */
const BATCH_SIZE = 500

/**
 * Ids of files in a revision of the space or of one of its change requests that cannot be downloaded, because no table
 * contains them.
 */
export async function missingFiles(db: Db | Tx, at: SpaceRef, objects: Objects): Promise<readonly string[]> {
  return (await filesWithoutRow(db, at, objects)).map(({ id }) => id)
}

/** Adds rows for the files of older revisions and change requests that have none. */
export async function addMissingFileRows(tx: Tx, at: SpaceRef, objects: Objects): Promise<void> {
  await writeUnshownFiles(tx, at, await filesWithoutRow(tx, at, objects))
}

async function filesWithoutRow(db: Db | Tx, at: SpaceRef, objects: Objects): Promise<FileEntry[]> {
  const files = await filesOfAllRevisions(db, at, objects)
  if (files.size === 0) return []
  const { rows } = await sql<{ id: string; blob: string }>`select input.id, input.blob
    from jsonb_to_recordset(${asJson([...files.values()])}::jsonb) as input (id text, blob text)
    where not exists (select from file where organization_id = ${at.organizationId} and space_id = ${at.spaceId}
      and file_id = input.id and blob = input.blob)
    and not exists (select from unshown_file where organization_id = ${at.organizationId}
      and space_id = ${at.spaceId} and file_id = input.id and blob = input.blob)`.execute(db)
  return rows.flatMap((row) => files.get(keyOf(row)) ?? [])
}

/** A file has the same id after its bytes are replaced, so the key includes the bytes. */
const keyOf = ({ id, blob }: Pick<FileEntry, 'id' | 'blob'>): string => `${id} ${blob}`

async function filesOfAllRevisions(db: Db | Tx, at: SpaceRef, objects: Objects) {
  const roots = await db
    .selectFrom('revision')
    .select('root')
    .distinct()
    .where('organization_id', '=', at.organizationId)
    .where('space_id', '=', at.spaceId)
    .execute()
  const lists = new Set<Hash>()
  for (let from = 0; from < roots.length; from += BATCH_SIZE) {
    const hashes = roots.slice(from, from + BATCH_SIZE).map(({ root }) => hashFrom(root))
    for (const root of (await objects.readJson(hashes)).values()) {
      const { files } = root as Root
      if (files !== undefined) lists.add(files)
    }
  }
  const found = new Map<string, FileEntry>()
  for (const leaves of (await readLists<FileEntry>(objects, [...lists])).values())
    for (const { items } of leaves) for (const file of items) found.set(keyOf(file), file)
  return found
}
