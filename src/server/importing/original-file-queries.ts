import { sql } from 'kysely'
import type { SpaceRef } from '../content/space-ref.ts'
import { asJson, type Db, type Tx } from '../db/client.ts'
import type { LineAlignment, OriginalKind } from '../db/tables/imports.ts'

/** A file that something in a space was imported from. */
export type OriginalRow = {
  readonly kind: OriginalKind
  readonly target: string
  readonly state: string
  readonly path: string
  readonly bytes: Buffer | null
  readonly fields: Readonly<Record<string, unknown>>
  readonly alignment: LineAlignment | null
}

/** How many states of one file are kept: those of a space and of its open change requests can differ. */
const MAX_STATES = 4
/** Bytes of one statement. */
const BATCH_BYTES = 4_000_000
const BATCH_ROWS = 500

/** Records files together with what was stored for them. */
export async function insertOriginals(
  tx: Tx,
  at: SpaceRef,
  rows: readonly OriginalRow[],
  now: Date,
): Promise<void> {
  for (const batch of inBatches(rows)) {
    const values = batch.map(({ fields, alignment, ...row }) => ({
      organization_id: at.organizationId,
      space_id: at.spaceId,
      ...row,
      fields: asJson(fields),
      alignment: alignment === null ? null : asJson(alignment),
      recorded_at: now,
    }))
    await tx
      .insertInto('original_file')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'space_id', 'kind', 'target', 'state']).doUpdateSet((row) => ({
          path: row.ref('excluded.path'),
          bytes: row.ref('excluded.bytes'),
          fields: row.ref('excluded.fields'),
          alignment: row.ref('excluded.alignment'),
          recorded_at: row.ref('excluded.recorded_at'),
        })),
      )
      .execute()
  }
  // By row address: the planner has no statistics of new rows, and would compare all of them with each other.
  await sql`delete from original_file where ctid = any(array(
      select ctid from (
        select ctid, row_number() over (partition by kind, target order by recorded_at desc) as number
        from original_file where organization_id = ${at.organizationId} and space_id = ${at.spaceId}
      ) as numbered
      where numbered.number > ${MAX_STATES}))`.execute(tx)
}

function* inBatches(rows: readonly OriginalRow[]): Generator<readonly OriginalRow[]> {
  let batch: OriginalRow[] = []
  let size = 0
  for (const row of rows) {
    batch.push(row)
    size += row.bytes?.length ?? 0
    if (batch.length < BATCH_ROWS && size < BATCH_BYTES) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}

const deletion = (tx: Tx, { organizationId, spaceId }: SpaceRef) =>
  tx.deleteFrom('original_file').where('organization_id', '=', organizationId).where('space_id', '=', spaceId)

export const deleteOriginals = (tx: Tx, at: SpaceRef) => deletion(tx, at).execute()

/** Deletes the files of pages and files, but not which pages were created for an API reference. */
export const deleteOriginalFiles = (tx: Tx, at: SpaceRef) =>
  deletion(tx, at).where('kind', '!=', 'generated').execute()

/** Deletes the recorded table of contents, settings and unlisted pages, before those of another state are recorded. */
export const deleteOriginalSettings = (tx: Tx, at: SpaceRef) =>
  deletion(tx, at).where('kind', 'in', ['summary', 'settings', 'unlisted']).execute()

/** The latest path of everything that was imported from a file. */
export const originalPaths = (db: Db | Tx, { organizationId, spaceId }: SpaceRef) =>
  db
    .selectFrom('original_file')
    .select(['kind', 'target', 'path'])
    .distinctOn(['kind', 'target'])
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .orderBy('kind')
    .orderBy('target')
    .orderBy('recorded_at', 'desc')
    .execute()

/**
 * The files of some targets: for each the one that what is stored now was imported from, else the latest.
 * `states` are the current states by target.
 */
export async function originalsOf(
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  kind: OriginalKind,
  states: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, OriginalRow>> {
  if (states.size === 0) return new Map()
  const rows = await sql<OriginalRow>`
    select distinct on (target) kind, target, original_file.state, path, bytes, fields, alignment
    from unnest(${[...states.keys()]}::text[], ${[...states.values()]}::text[]) as wanted (target, state)
      join original_file using (target)
    where organization_id = ${organizationId} and space_id = ${spaceId} and kind = ${kind}
    order by target, original_file.state = wanted.state desc, recorded_at desc`.execute(db)
  return new Map(rows.rows.map((row) => [row.target, row]))
}

/** The files of a kind that are exported as they are. */
export const originalsOfKind = (
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  kind: 'summary' | 'settings' | 'unlisted',
) =>
  db
    .selectFrom('original_file')
    .select(['kind', 'target', 'state', 'path', 'bytes', 'fields', 'alignment'])
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('kind', '=', kind)
    .orderBy('path')
    .execute()
