import { sql } from 'kysely'
import type { SpaceRef } from '../content/space-ref.ts'
import { asJson, type Db, prepared, type Tx } from '../db/client.ts'
import type { SavingProblem } from '../db/tables/coediting.ts'

/** The page that a shared text belongs to: of a space, or of a change request. */
export type PageRef = SpaceRef & { readonly changeRequestId: string | null; readonly pageId: string }

/** Identifies a shared text. */
export type TextRef = { readonly organizationId: string; readonly textId: string }

export type SharedTextRow = PageRef & {
  readonly textId: string
  readonly revision: string
  readonly lastSequence: number
  readonly savedSequence: number
  readonly savedAt: Date | null
  readonly problem: SavingProblem | null
}

/** A shared text that is locked to be saved. */
export type LockedTextRow = SharedTextRow & {
  readonly state: Buffer
  readonly base: Buffer
  readonly sessionId: string | null
  readonly sessionBy: string | null
  readonly sessionAuthors: readonly string[]
}

const head = sql`organization_id as "organizationId", space_id as "spaceId", change_request_id as "changeRequestId",
  page_id as "pageId", id as "textId", revision_id as revision, last_sequence as "lastSequence",
  saved_sequence as "savedSequence", saved_at as "savedAt", problem`

/** The shared text of a page; undefined if there is none. */
export async function textOfPage(db: Db | Tx, page: PageRef): Promise<SharedTextRow | undefined> {
  const { rows } = await sql<SharedTextRow>`${prepared}select ${head} from coedited_text
    where organization_id = ${page.organizationId} and space_id = ${page.spaceId} and page_id = ${page.pageId}
      and change_request_id is not distinct from ${page.changeRequestId}`.execute(db)
  return rows[0]
}

/** A shared text as it is now; undefined if it was removed. */
export async function textRow(db: Db | Tx, ref: TextRef): Promise<SharedTextRow | undefined> {
  const { rows } = await sql<SharedTextRow>`${prepared}select ${head} from coedited_text
    where organization_id = ${ref.organizationId} and id = ${ref.textId}`.execute(db)
  return rows[0]
}

/** Locks a shared text until the transaction ends, so that no update is added to it. */
export async function lockText(tx: Tx, ref: TextRef): Promise<LockedTextRow | undefined> {
  const { rows } = await sql<LockedTextRow>`${prepared}select ${head}, state, base, session_id as "sessionId",
      session_by as "sessionBy", session_authors as "sessionAuthors"
    from coedited_text where organization_id = ${ref.organizationId} and id = ${ref.textId}
    for no key update`.execute(tx)
  return rows[0]
}

/** The shared texts of a change request. */
export async function textsOfRequest(
  db: Db | Tx,
  { organizationId }: SpaceRef,
  changeRequestId: string,
): Promise<readonly TextRef[]> {
  const { rows } =
    await sql<TextRef>`select organization_id as "organizationId", id as "textId" from coedited_text
    where organization_id = ${organizationId} and change_request_id = ${changeRequestId}`.execute(db)
  return rows
}

type NewText = PageRef & {
  readonly textId: string
  readonly state: Uint8Array
  readonly revision: string
  readonly now: Date
}

/** Adds the shared text of a page unless it has one. */
export async function addText(tx: Tx, { textId, state, revision, now, ...page }: NewText): Promise<void> {
  const bytes = Buffer.from(state)
  await sql`insert into coedited_text (organization_id, id, space_id, change_request_id, page_id, state, base, revision_id,
      created_at, updated_at)
    values (${page.organizationId}, ${textId}, ${page.spaceId}, ${page.changeRequestId}, ${page.pageId}, ${bytes},
      ${bytes}, ${revision}, ${now}, ${now})
    on conflict do nothing`.execute(tx)
}

export async function deleteText(tx: Tx, { organizationId, textId }: TextRef): Promise<void> {
  await tx
    .deleteFrom('coedited_text')
    .where('organization_id', '=', organizationId)
    .where('id', '=', textId)
    .execute()
}

/** Texts with updates from before a moment that are in no revision, and that nothing keeps from being saved. */
export async function unsavedTexts(db: Db, before: Date): Promise<readonly TextRef[]> {
  const { rows } =
    await sql<TextRef>`select organization_id as "organizationId", id as "textId" from coedited_text
    where updated_at < ${before} and saved_sequence < last_sequence and problem is null limit 1000`.execute(
      db,
    )
  return rows
}

/** Deletes texts that no one has edited since a moment and that are saved, or whose page is gone. */
export async function deleteUnusedTexts(db: Db, before: Date): Promise<void> {
  await sql`delete from coedited_text where updated_at < ${before}
    and (saved_sequence = last_sequence or problem ->> 'type' in ('not_found', 'invalid_state'))`.execute(db)
}

/** The whole document of a text: its state and the updates after it. */
export async function documentParts(
  db: Db | Tx,
  ref: TextRef,
): Promise<{ readonly row: SharedTextRow; readonly parts: readonly Uint8Array[] } | undefined> {
  const { rows } = await sql<
    SharedTextRow & { state: Buffer; updates: Buffer[] }
  >`${prepared}select ${head}, state,
      array(select update from coedited_update where organization_id = text.organization_id and text_id = text.id
        order by sequence) as updates
    from coedited_text text where organization_id = ${ref.organizationId} and id = ${ref.textId}`.execute(db)
  const [found] = rows
  if (found === undefined) return undefined
  const { state, updates, ...row } = found
  return { row, parts: [state, ...updates] }
}

export type StoredUpdate = {
  readonly sequence: number
  readonly userId: string | null
  readonly update: Buffer
}

/** The updates after a sequence number. */
export async function updatesAfter(
  db: Db | Tx,
  ref: TextRef,
  sequence: number,
): Promise<readonly StoredUpdate[]> {
  const { rows } =
    await sql<StoredUpdate>`${prepared}select sequence, user_id as "userId", update from coedited_update
    where organization_id = ${ref.organizationId} and text_id = ${ref.textId} and sequence > ${sequence}
    order by sequence`.execute(db)
  return rows
}

export type NewUpdate = { readonly userId: string | null; readonly update: Uint8Array }

/**
 * Adds updates to a text and notifies all instances. Returns the sequence number of the last update; null if the text was
 * removed.
 */
export async function addUpdates(
  db: Db | Tx,
  ref: TextRef,
  updates: readonly NewUpdate[],
  now: Date,
): Promise<number | null> {
  const users = updates.map(({ userId }) => userId)
  const bytes = updates.map(({ update }) => Buffer.from(update))
  const { rows } = await sql<{ last: number }>`${prepared}
    with text as (
      update coedited_text set last_sequence = last_sequence + ${updates.length}::integer, updated_at = ${now}
      where organization_id = ${ref.organizationId} and id = ${ref.textId}
      returning organization_id, space_id, id, last_sequence
    ), added as (
      insert into coedited_update (organization_id, space_id, text_id, sequence, user_id, update)
      select organization_id, space_id, id, last_sequence - ${updates.length}::integer + part.position, part.user_id, part.update
      from text, unnest(${users}::text[], ${bytes}::bytea[]) with ordinality as part (user_id, update, position)
    )
    select last_sequence as last, pg_notify('lectern_coediting', json_build_object('o', organization_id, 't', id,
      's', last_sequence)::text) from text`.execute(db)
  return rows[0]?.last ?? null
}

/** Registers ids under which someone writes. Returns those that belong to others. */
export async function claimWriters(
  db: Db | Tx,
  { organizationId, textId, spaceId }: TextRef & { readonly spaceId: string },
  userId: string,
  clientIds: readonly number[],
): Promise<readonly number[]> {
  const ids = [...clientIds]
  await sql`insert into coedited_writer (organization_id, space_id, text_id, client_id, user_id)
    select ${organizationId}, ${spaceId}, ${textId}, client_id, ${userId} from unnest(${ids}::bigint[]) as client (client_id)
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ id: number }>`select client_id as id from coedited_writer
    where organization_id = ${organizationId} and text_id = ${textId} and client_id = any(${ids}::bigint[])
      and user_id <> ${userId}`.execute(db)
  return rows.map(({ id }) => id)
}

export type SavedText = {
  readonly state: Uint8Array
  readonly base: Uint8Array
  readonly revision: string
  readonly savedAt: Date | null
  readonly sequence: number
  readonly session: { readonly id: string; readonly by: string; readonly authors: readonly string[] } | null
}

/** Records that a locked text is saved up to its last update, which become part of its state. */
export async function markSaved(tx: Tx, ref: TextRef, saved: SavedText): Promise<void> {
  const { session } = saved
  await sql`update coedited_text set state = ${Buffer.from(saved.state)}, base = ${Buffer.from(saved.base)},
      revision_id = ${saved.revision}, saved_at = ${saved.savedAt}, problem = null, last_sequence = ${saved.sequence},
      saved_sequence = ${saved.sequence}, session_id = ${session?.id ?? null}, session_by = ${session?.by ?? null},
      session_authors = ${[...(session?.authors ?? [])]}::text[]
    where organization_id = ${ref.organizationId} and id = ${ref.textId}`.execute(tx)
  await sql`delete from coedited_update
    where organization_id = ${ref.organizationId} and text_id = ${ref.textId}`.execute(tx)
}

export async function markProblem(db: Db | Tx, ref: TextRef, problem: SavingProblem): Promise<void> {
  await db
    .updateTable('coedited_text')
    .set({ problem: asJson(problem) })
    .where('organization_id', '=', ref.organizationId)
    .where('id', '=', ref.textId)
    .execute()
}

/** Tells all instances that a text has changed. */
export const notifyTextChange = (db: Db | Tx, { organizationId, textId }: TextRef) =>
  sql`select pg_notify('lectern_coediting', ${JSON.stringify({ o: organizationId, t: textId })})`.execute(db)

/** Sends something short-lived to the instances that have a text open. */
export const notifyCursor = (db: Db, { organizationId, textId }: TextRef, cursor: unknown) =>
  sql`select pg_notify('lectern_coediting', ${JSON.stringify({ o: organizationId, t: textId, c: cursor })})`.execute(
    db,
  )
