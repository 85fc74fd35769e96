import type { GitSyncRun } from '#contract/space-git-sync.ts'
import type { SpaceRef } from '../content/space-ref.ts'
import type { Service } from '../context.ts'
import { databaseFault } from '../db/database-error.ts'
import { DomainError } from '../errors.ts'
import { upstream } from '../importing/fetch.ts'
import { unseal } from '../sealing.ts'
import { pull, pullFirst } from './pull.ts'
import { push, recordPushed, type SyncResult } from './push.ts'
import { type GitSecret, openRemote } from './remote.ts'
import { containsAfterFetch, fetchBranch, openRepository } from './repository.ts'
import { deleteRun, endInterruptedRuns, endRun, insertRun } from './run-queries.ts'
import { recordOnSpace } from './space-queries.ts'
import { endSync, type GitSyncState, markSyncing, recordHostKey, syncState } from './state-queries.ts'
import { type GitSyncServices, readIds, type SyncContext } from './sync-context.ts'

/** How often a sync starts again because commits arrived while it ran. */
const MAX_ATTEMPTS = 5

/**
 * Syncs a space with its repository: imports what was pushed, then pushes what changed in the space. It can be interrupted
 * anywhere and run again: what it records tells what was done, and the same revisions give the same commits. Throws only if
 * it must run again: `stop` fired, or the database failed.
 */
export async function syncGit(
  service: Service,
  { cause, ...at }: SpaceRef & { readonly cause: GitSyncRun['cause'] },
  stop: AbortSignal,
  services: GitSyncServices,
): Promise<void> {
  const { db, now } = service
  const state = await syncState(db, at)
  if (state === undefined || state.paused) return
  const run = { organizationId: at.organizationId, id: service.newId() }
  await endInterruptedRuns(db, at, now())
  await markSyncing(db, state, new Date(now().getTime() + state.pollMinutes * 60_000))
  await insertRun(db, { ...at, id: run.id, cause, now: now() })
  const done: SyncContext['done'] = { pulled: [], pushed: [], changeRequest: null }
  try {
    const result = await synced(service, state, { stop, services, done })
    await endSync(db, state, { status: result, reason: null, now: now() })
    if (done.pulled.length + done.pushed.length === 0) return void (await deleteRun(db, run))
    if (result === 'in-sync') await recordOnSpace(db, at, state, now())
    const status = result === 'in-sync' ? 'succeeded' : 'awaiting-merge'
    await endRun(db, run, { ...done, pushed: done.pushed.slice(-100), status, reason: null, now: now() })
  } catch (error) {
    if (stop.aborted || databaseFault(error) !== null) throw error
    const reason = reasonOf(service, error, at)
    await endSync(db, state, { status: 'failed', reason, now: now() })
    await endRun(db, run, { ...done, pushed: [], status: 'failed', reason, now: now() })
  }
}

function reasonOf({ log }: Service, error: unknown, at: SpaceRef): string {
  if (error instanceof DomainError && error.reason !== 'internal') return error.message.slice(0, 1000)
  log.error({ err: error, spaceId: at.spaceId }, 'A Git sync failed.')
  return 'Something went wrong on the server'
}

type Run = Pick<SyncContext, 'stop' | 'services' | 'done'>

async function synced(
  service: Service,
  state: GitSyncState,
  run: Run,
): Promise<'in-sync' | 'awaiting-merge'> {
  const { db, config } = service
  const secret = await secretOf(service, state)
  const remote = openRemote(config, { address: state.url, secret, hostKey: state.hostKey, stop: run.stop })
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      run.done.pushed = []
      const repository = await openRepository(config, state, remote)
      const result = await syncOnce({ service, remote, repository, ...run })
      if (result !== 'moved') return result
    }
    throw upstream(state.url, 'the branch changes faster than it can be synced')
  } finally {
    const hostKey = remote.hostKey()
    if (state.hostKey === null && hostKey !== null) await recordHostKey(db, state, hostKey)
    await remote.close()
  }

  async function syncOnce(ctx: SyncContext): Promise<SyncResult> {
    const tip = await fetchBranch(ctx.repository, remote, state.branch)
    const current = await withSettledPush(ctx, await currentState(service, state), tip)
    if (current.commit === null && current.firstSync === 'from-repository') {
      if (tip === null) throw upstream(state.url, `it has no branch named ${state.branch}`)
      await pullFirst(ctx, current, tip)
    } else if (current.revision !== null) {
      if (tip === null) throw upstream(state.url, `it no longer has a branch named ${state.branch}`)
      if ((await pull(ctx, current, tip)) === 'waiting') return 'awaiting-merge'
    }
    const next = await currentState(service, state)
    // The first push goes on top of what is there.
    return push(ctx, next.revision === null ? { ...next, commit: tip } : next, tip)
  }
}

const secretOf = async ({ config }: Service, { secret }: GitSyncState): Promise<GitSecret> =>
  secret === null ? { type: 'none' } : (JSON.parse(await unseal(config, secret)) as GitSecret)

async function currentState({ db }: Service, { connectionId, ...at }: GitSyncState): Promise<GitSyncState> {
  const state = await syncState(db, at)
  if (state?.connectionId === connectionId) return state
  throw new DomainError('invalid_state', 'The space was disconnected from this repository')
}

/** After an interruption, the branch tells whether the last push arrived. */
async function withSettledPush(
  ctx: SyncContext,
  state: GitSyncState,
  tip: string | null,
): Promise<GitSyncState> {
  const { service, repository, remote } = ctx
  const { pushing, branch } = state
  if (pushing === null || tip === null) return state
  if (!(await containsAfterFetch(repository, remote, { branch, tip, commit: pushing.commit }))) return state
  await recordPushed(ctx, state, { ...pushing, ids: readIds(pushing.ids) })
  return currentState(service, state)
}
