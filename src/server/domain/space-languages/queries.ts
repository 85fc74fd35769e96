import { sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'

/** A translation mark: the space, what it translates, and the translation settings it belongs to. */
export type TranslationMark = {
  readonly spaceId: string
  readonly sourceSpaceId: string
  readonly settingsId: string | null
  /** Grows when it changes which pages correspond. */
  readonly version: number
}

/** What a space translates, null if it is no translation. */
export async function markOf(db: Db | Tx, organizationId: string, spaceId: string) {
  const row = await marks(db, organizationId).where('space_id', '=', spaceId).executeTakeFirst()
  return row ?? null
}

const marks = (db: Db | Tx, organizationId: string) =>
  db
    .selectFrom('space_translation')
    .select([
      'space_id as spaceId',
      'source_space_id as sourceSpaceId',
      'settings_id as settingsId',
      'version',
    ])
    .where('organization_id', '=', organizationId)

/** A space among a source and its translations. */
export type FamilyMember = {
  readonly id: string
  readonly language: string | null
  readonly isSource: boolean
  readonly isDeleted: boolean
}

/** A source space with all its translations, including those in the trash. */
export async function familyOf(
  db: Db | Tx,
  organizationId: string,
  sourceSpaceId: string,
): Promise<readonly FamilyMember[]> {
  const { rows } = await sql<FamilyMember>`
    select space.id, space.language, space.id = ${sourceSpaceId} as "isSource",
      space.deleted_at is not null as "isDeleted"
    from space left join space_translation mark
      on mark.organization_id = space.organization_id and mark.space_id = space.id
    where space.organization_id = ${organizationId}
      and (space.id = ${sourceSpaceId} or mark.source_space_id = ${sourceSpaceId})
    order by space.id`.execute(db)
  return rows
}

export const insertMark = (
  tx: Tx,
  organizationId: string,
  { spaceId, sourceSpaceId, settingsId }: Omit<TranslationMark, 'version'>,
  now: Date,
) =>
  tx
    .insertInto('space_translation')
    .values({
      organization_id: organizationId,
      space_id: spaceId,
      source_space_id: sourceSpaceId,
      settings_id: settingsId,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'space_id']).doUpdateSet({
        source_space_id: sourceSpaceId,
        settings_id: settingsId,
        version: sql`space_translation.version + 1`,
      }),
    )
    .execute()

/** Spaces that translate another one become independent, with all that is stored about their pages. */
export const deleteMarks = (tx: Tx, organizationId: string, spaceIds: readonly string[]) =>
  tx
    .deleteFrom('space_translation')
    .where('organization_id', '=', organizationId)
    .where('space_id', 'in', spaceIds)
    .execute()

/** The marks of a space and of its translations, for a space that leaves the organization. */
export const deleteMarksAround = (tx: Tx, organizationId: string, spaceId: string) =>
  tx
    .deleteFrom('space_translation')
    .where('organization_id', '=', organizationId)
    .where((is) => is.or([is('space_id', '=', spaceId), is('source_space_id', '=', spaceId)]))
    .execute()

/** The language of a space, null if it is not set. */
export const languageOf = async (db: Db | Tx, organizationId: string, spaceId: string) =>
  (
    await db
      .selectFrom('space')
      .select('language')
      .where('organization_id', '=', organizationId)
      .where('id', '=', spaceId)
      .executeTakeFirst()
  )?.language ?? null
