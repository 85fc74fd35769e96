import { contentOf } from '../content/read.ts'
import { writeIn } from '../db/write.ts'
import { DomainError } from '../errors.ts'
import { recordOriginalFiles } from '../importing/original-files.ts'
import { commitMessage } from './commit-message.ts'
import { exportedChanges } from './exported-changes.ts'
import { pushPack } from './push-pack.ts'
import { pushedFiles } from './recorded-files.ts'
import { ensureCommit } from './repository.ts'
import { packCreated, treeOfCommit, writeChangedTree, writeCommit } from './repository-commits.ts'
import { requestState, revisionsAfter, type SpaceRevision } from './space-queries.ts'
import { type GitSyncState, recordPush, recordSyncPoint, type SyncPoint } from './state-queries.ts'
import { readIds, type SyncContext, storedCommit, storedIds } from './sync-context.ts'

/** `moved`: commits arrived in the meantime and have to be imported first. */
export type SyncResult = 'in-sync' | 'awaiting-merge' | 'moved'

/** A commit with the revision that has the same content. */
type Cursor = {
  readonly commit: string | null
  readonly revision: string | null
  readonly ids: ReadonlyMap<string, string>
}

/**
 * Commits every revision of the space since the last sync, and pushes the commits. Commits of the repository that were imported
 * meanwhile become a parent of the commit that merges them, so that the branch only ever moves forward.
 * @throws {DomainError} `upstream` if the server refuses the push
 */
export async function push(ctx: SyncContext, state: GitSyncState, tip: string | null): Promise<SyncResult> {
  const { service } = ctx
  const { pending } = state
  const request = pending === null ? undefined : await requestState(service.db, state, pending.changeRequest)
  if (request?.status === 'open' || request?.status === 'draft') return 'awaiting-merge'
  const revisions = await revisionsAfter(service.db, state, state.revision)
  const first: Cursor = { commit: state.commit, revision: state.revision, ids: readIds(state.ids) }
  // The first push is one commit, whatever the history of the space.
  const steps = state.revision === null ? revisions.slice(-1) : revisions
  let cursor = first
  let isMerged = pending === null
  for (const revision of steps) {
    const merges = !isMerged && revision.id === request?.merged
    cursor = await addCommit(ctx, state, cursor, revision, merges)
    isMerged ||= merges
  }
  const last = revisions.at(-1)
  // Declined changes: the space stays as it is, and the next commit of the branch says so.
  if (!isMerged) cursor = await addCommit(ctx, state, cursor, last ?? (await headRevision(ctx, state)), true)
  if (cursor.commit === null || cursor.revision === null) return 'in-sync'
  const point = { commit: cursor.commit, revision: cursor.revision, ids: cursor.ids }
  if (point.commit !== tip) {
    const result = await send(ctx, state, { tip, point })
    if (result === 'moved') return 'moved'
  }
  if (cursor !== first) await recordPushed(ctx, state, point)
  return 'in-sync'
}

async function headRevision({ service }: SyncContext, state: GitSyncState): Promise<SpaceRevision> {
  const { revision } = await contentOf(service.db, state)
  return {
    id: revision.id,
    type: revision.type,
    createdAt: revision.createdAt,
    author: null,
    coAuthors: [],
    request: null,
  }
}

/** The cursor after a revision: at a new commit, or where it was if no file differs. */
async function addCommit(
  ctx: SyncContext,
  state: GitSyncState,
  cursor: Cursor,
  revision: SpaceRevision,
  merges: boolean,
): Promise<Cursor> {
  const { service, repository } = ctx
  const { pending, folder } = state
  const base = merges && pending !== null ? { ...pending, ids: readIds(pending.ids) } : cursor
  const from = base.revision === null ? null : await contentOf(service.db, state, base.revision)
  const at = { organizationId: state.organizationId, spaceId: state.spaceId }
  const input = { service, repository, at, folder, commit: base.commit, from, revision: revision.id }
  const { changes, ids } = await exportedChanges({ ...input, ids: base.ids })
  const prefix = folder === '' ? '' : `${folder}/`
  const inFolder = new Map(Array.from(changes, ([path, hash]) => [prefix + path, hash]))
  const tree = await writeChangedTree(repository, base.commit, inFolder)
  const local = cursor.commit !== state.commit ? cursor.commit : null
  const parents = [base.commit, merges ? local : null].filter((commit) => commit !== null)
  const isUnchanged =
    base.commit !== null && parents.length === 1 && tree === (await treeOfCommit(repository, base.commit))
  if (isUnchanged) return { commit: base.commit, revision: revision.id, ids }
  const to = await contentOf(service.db, state, revision.id)
  const message = commitMessage({ revision, from, to, isMerge: merges, branch: state.branch })
  const author = revision.author ?? { name: 'Lectern', email: 'lectern@localhost' }
  const commit = await writeCommit(repository, { tree, parents, message, author, date: revision.createdAt })
  ctx.done.pushed.push(storedCommit(commit, message, author.name))
  return { commit, revision: revision.id, ids }
}

type Send = {
  readonly tip: string | null
  readonly point: SyncPoint
}

async function send(
  ctx: SyncContext,
  state: GitSyncState,
  { tip, point }: Send,
): Promise<'pushed' | 'moved'> {
  const { service, remote, repository, stop } = ctx
  const pack = await packCreated(repository)
  const { commit, revision } = point
  await recordPush(service.db, state, { commit, revision, ids: storedIds(point.ids) })
  stop.throwIfAborted()
  const answer = await pushPack(remote, { branch: state.branch, from: tip, to: commit, pack })
  if (answer.result === 'refused')
    throw new DomainError('upstream', `${remote.address} refused the push: ${answer.reason}`)
  return answer.result
}

/** Records that the branch has a commit, and its files as those that the space is exported to from then on. */
export async function recordPushed(ctx: SyncContext, state: GitSyncState, point: SyncPoint): Promise<void> {
  const { service, repository, remote } = ctx
  const { branch, folder } = state
  const former = state.revision === null ? null : state.commit
  for (const commit of [former, point.commit])
    if (commit !== null) await ensureCommit(repository, remote, { branch, commit })
  const content = await contentOf(service.db, state, point.revision)
  const files = await pushedFiles(repository, { ...point, folder, former, content })
  await writeIn(service.db, async (tx) => {
    await recordOriginalFiles(tx, { ...state, now: service.now() }, { revision: point.revision, files })
    await recordSyncPoint(tx, state, point)
  })
}
