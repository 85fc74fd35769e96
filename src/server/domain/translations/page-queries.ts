import { sql } from 'kysely'
import { asJson, type Db, type Tx } from '../../db/client.ts'

/** A document of one side of a translation. */
export type PageRow = {
  readonly spaceId: string
  readonly id: string
  readonly title: string
  readonly path: string
  readonly updatedAt: string
  /** `textHash` in hexadecimal; null for pages of translations, where it is not needed. */
  readonly hash: string | null
}

/** What is stored about a page of a translation. */
export type StoredRow = {
  readonly spaceId: string
  readonly pageId: string
  readonly sourcePageId: string | null
  readonly sourceHash: string | null
  readonly revision: string | null
  readonly confirmedAt: string | null
  readonly confirmedBy: string | null
}

/** The documents of a source space and of some of its translations, with what is stored about them: one query. */
export async function translationRows(
  db: Db | Tx,
  organizationId: string,
  sourceSpaceId: string,
  translationIds: readonly string[],
): Promise<{ readonly pages: readonly PageRow[]; readonly stored: readonly StoredRow[] }> {
  const ids = [sourceSpaceId, ...translationIds]
  const { rows } = await sql<{ pages: PageRow[] | null; stored: StoredRow[] | null }>`
    select (select json_agg(json_build_object('spaceId', space_id, 'id', page_id, 'title', title, 'path', path,
          'updatedAt', updated_at, 'hash', case when space_id = ${sourceSpaceId} then encode(sha256(
            convert_to(title || E'\\x01' || coalesce(description, '') || E'\\x01', 'UTF8') || coalesce(body, '')), 'hex')
          end))
        from page where organization_id = ${organizationId} and space_id = any(${ids}::text[])
          and type = 'document' and path is not null) as pages,
      (select json_agg(json_build_object('spaceId', space_id, 'pageId', page_id, 'sourcePageId', source_page_id,
          'sourceHash', encode(source_hash, 'hex'), 'revision', source_revision_id, 'confirmedAt', confirmed_at,
          'confirmedBy', confirmed_by))
        from page_translation where organization_id = ${organizationId}
          and space_id = any(${[...translationIds]}::text[])) as stored`.execute(db)
  return { pages: rows[0]?.pages ?? [], stored: rows[0]?.stored ?? [] }
}

/** A confirmation, or a pairing without one. */
export type PairRow = {
  readonly pageId: string
  readonly sourcePageId: string | null
  /** Hexadecimal. */
  readonly sourceHash: string | null
  readonly revision: string | null
  readonly at: Date | null
  readonly by: string | null
}

/** Stores pairs of a translation; a source page leaves the page that it was stored for. */
export async function storePairs(
  tx: Tx,
  organizationId: string,
  spaceId: string,
  pairs: readonly PairRow[],
): Promise<void> {
  if (pairs.length === 0) return
  const sources = pairs.flatMap(({ sourcePageId }) => sourcePageId ?? [])
  const pages = pairs.map(({ pageId }) => pageId)
  await sql`delete from page_translation where organization_id = ${organizationId} and space_id = ${spaceId}
    and source_page_id = any(${sources}::text[]) and not page_id = any(${pages}::text[])`.execute(tx)
  await sql`insert into page_translation (organization_id, space_id, page_id, source_page_id, source_hash,
      source_revision_id, confirmed_at, confirmed_by)
    select ${organizationId}, ${spaceId}, "pageId", "sourcePageId", decode("sourceHash", 'hex'), revision, at, by
    from jsonb_to_recordset(${asJson(pairs)}::jsonb) as new ("pageId" text, "sourcePageId" text, "sourceHash" text,
      revision text, at timestamptz, by text)
    on conflict (organization_id, space_id, page_id) do update set source_page_id = excluded.source_page_id,
      source_hash = excluded.source_hash, source_revision_id = excluded.source_revision_id,
      confirmed_at = excluded.confirmed_at, confirmed_by = excluded.confirmed_by`.execute(tx)
}

/** Counts a change of which pages correspond. */
export const bumpTranslation = (tx: Tx, organizationId: string, spaceId: string) =>
  sql`update space_translation set version = version + 1
    where organization_id = ${organizationId} and space_id = ${spaceId}`.execute(tx)

/** Locks what is stored about a translation until the transaction ends. */
export const lockTranslation = (tx: Tx, organizationId: string, spaceId: string) =>
  tx
    .selectFrom('space_translation')
    .select(['source_space_id as sourceSpaceId'])
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .forUpdate()
    .executeTakeFirst()

/** The translations of a space that are not in the trash, by creation. */
export const translationsOf = (db: Db | Tx, organizationId: string, sourceSpaceId: string) =>
  db
    .selectFrom('space_translation as mark')
    .innerJoin('space', (join) =>
      join
        .onRef('space.organization_id', '=', 'mark.organization_id')
        .onRef('space.id', '=', 'mark.space_id'),
    )
    .select(['space.id', 'space.title', 'space.language'])
    .select(['mark.settings_id as settingsId', 'mark.created_at as createdAt'])
    .where('mark.organization_id', '=', organizationId)
    .where('mark.source_space_id', '=', sourceSpaceId)
    .where('space.deleted_at', 'is', null)
    .orderBy('mark.created_at')
    .orderBy('space.id')
    .execute()
