import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import type { SpaceRef } from './space-ref.ts'

/** A session without a save for this long has ended; `sync_git_after_change` (migration 0430) waits as long. */
export const MAX_PAUSE_MS = 5 * 60_000
/** A longer session continues as another revision, so that its history can be read and restored in parts. */
export const MAX_SESSION_MS = 30 * 60_000

/** The editing session of a new revision. */
export type RevisionSession = {
  /** Null if it has ended. */
  readonly id: string | null
  readonly startedAt: Date
  /** The session's revision so far, which the new one replaces. */
  readonly replaces: string | null
}

/** Where a new revision belongs in the history. */
export type RevisionPosition = {
  readonly parents: readonly string[]
  readonly session?: RevisionSession | undefined
}

type Input = SpaceRef & {
  readonly editingSession?: string | undefined
  readonly endsSession?: boolean | undefined
  readonly by: string | null
  readonly now: Date
}

/**
 * The position of a revision after the head, which is locked. If the head is of the same editing session, the new
 * revision replaces it, so that the session is one revision whose changes are those of the whole session.
 */
export async function positionAfter(tx: Tx, input: Input, head: string): Promise<RevisionPosition> {
  const { editingSession, endsSession = false, now } = input
  if (editingSession === undefined) return { parents: [head] }
  const id = endsSession ? null : editingSession
  const continued = await sessionOf(tx, input, editingSession, head)
  if (continued === undefined) return { parents: [head], session: { id, startedAt: now, replaces: null } }
  const { parents, startedAt } = continued
  return { parents, session: { id, startedAt, replaces: head } }
}

type Continued = { readonly parents: readonly string[]; readonly startedAt: Date }

/** Whether a save of a session now would replace the head, which is the session's last revision. */
export const continuesSession = async (
  tx: Tx,
  input: SessionInput,
  id: string,
  head: string,
): Promise<boolean> => (await sessionOf(tx, input, id, head)) !== undefined

type SessionInput = Pick<Input, 'organizationId' | 'spaceId' | 'by' | 'now'>

/** The session of the head if it can continue: its revision is not the commit of a repository. */
async function sessionOf(
  tx: Tx,
  { organizationId, spaceId, by, now }: SessionInput,
  id: string,
  head: string,
): Promise<Continued | undefined> {
  const { rows } = await sql<Continued>`select parents, session_started_at as "startedAt" from revision
    where organization_id = ${organizationId} and id = ${head} and editing_session = ${id} and created_by = ${by}
      and created_at > ${new Date(now.getTime() - MAX_PAUSE_MS)}
      and session_started_at > ${new Date(now.getTime() - MAX_SESSION_MS)} and git is null
      and not exists (select from git_sync where organization_id = ${organizationId} and space_id = ${spaceId}
        and revision_id = ${head})`.execute(tx)
  return rows[0]
}

type EndedSession = SpaceRef &
  Pick<Input, 'editingSession' | 'endsSession'> & { readonly changeRequestId: string | null }

/**
 * Ends the session of the head without a save, if the caller wants that and everything is saved already: what is written
 * next is another revision, and a push that waits for the end of the session begins.
 */
export async function endSession(tx: Tx, input: EndedSession, head: string): Promise<void> {
  const { organizationId, spaceId, changeRequestId, editingSession, endsSession = false } = input
  if (editingSession === undefined || !endsSession) return
  const { numAffectedRows } = await sql`update revision set editing_session = null
    where organization_id = ${organizationId} and id = ${head} and editing_session = ${editingSession}`.execute(
    tx,
  )
  if (numAffectedRows === 0n || changeRequestId !== null) return
  await sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at := now() + interval '3 seconds')
    from graphile_worker.jobs where key = ${`git-sync-session-${spaceId}`}`.execute(tx)
}
