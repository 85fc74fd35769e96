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
 * Ids of files that a revision of the space or of one of its change requests has and that cannot be downloaded,
 * because neither the table of the head's files nor that of the others knows them.
 */
export async function missingFiles(db: Db | Tx, at: SpaceRef, objects: Objects): Promise<readonly string[]> {
  return (await filesWithoutRow(db, at, objects)).map(({ id }) => id)
}

/** Enters the files of older revisions and of change requests that are in no table; those of the head are there. */
export async function addMissingFileRows(tx: Tx, at: SpaceRef, objects: Objects): Promise<void> {
  await writeUnshownFiles(tx, at, await filesWithoutRow(tx, at, objects))
}

async function filesWithoutRow(db: Db | Tx, at: SpaceRef, objects: Objects): Promise<FileEntry[]> {
  const files = await filesOfAllRevisions(db, at, objects)
  if (files.size === 0) return []
  const { rows } = await sql<{ id: string; blob: string }>`select given.id, given.blob
    from jsonb_to_recordset(${asJson([...files.values()])}::jsonb) as given (id text, blob text)
    where not exists (select from file where organization_id = ${at.organizationId} and space_id = ${at.spaceId}
      and file_id = given.id and blob = given.blob)
    and not exists (select from unshown_file where organization_id = ${at.organizationId}
      and space_id = ${at.spaceId} and file_id = given.id and blob = given.blob)`.execute(db)
  return rows.flatMap((row) => files.get(keyOf(row)) ?? [])
}

/** A file keeps its id when its bytes are replaced. */
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
