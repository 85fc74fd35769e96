import type { Change } from '../content/changes.ts'
import { commit as commitToSpace } from '../content/commit.ts'
import { commitToRequest } from '../content/commit-to-request.ts'
import { mergeRequest } from '../content/merge-request.ts'
import { bodiesOf, contentOf } from '../content/read.ts'
import { lockHead } from '../content/revision-rows.ts'
import type { Db, Tx } from '../db/client.ts'
import { writeIn } from '../db/write.ts'
import { DomainError } from '../errors.ts'
import { layoutOf } from '../exporting/layout.ts'
import { everyNode, withoutGenerated } from '../exporting/without-generated.ts'
import { originalPaths } from '../importing/original-file-queries.ts'
import type { OriginalFile } from '../importing/original-files.ts'
import { contentChanges, type SpaceContent } from './content-changes.ts'
import { contentFiles, planAt } from './plan-at.ts'
import { treeOfNodes } from './planned-content.ts'
import { pulledFiles, recordPulledFiles } from './recorded-files.ts'
import { renamedFiles } from './renames.ts'
import { ensureCommit } from './repository.ts'
import { readBlob } from './repository-files.ts'
import { memberWithEmail, recordCommit, requestState } from './space-queries.ts'
import { type GitSyncState, recordPendingImport, recordSyncPoint } from './state-queries.ts'
import { idsOfContent, pulledCommit, readIds, type SyncContext, storedIds } from './sync-context.ts'

/**
 * Replaces the content of a space with that of a folder, for the first sync. Pages, files and reusable contents whose files
 * have the paths that an export would give them are the same ones.
 */
export async function pullFirst(ctx: SyncContext, state: GitSyncState, tip: string): Promise<void> {
  const { service, repository, stop } = ctx
  const { db, blobs, newId } = service
  const content = await contentOf(db, state)
  const space = await spaceContent(content)
  const originals = await originalPaths(db, state)
  const pages = await withoutGenerated(db, content)
  const layout = layoutOf(pages, { ...space, originals }, () => true)
  const ids = new Map([...layout.pages, ...layout.files, ...layout.reusables].map(([id, path]) => [path, id]))
  const after = await planAt(repository, { commit: tip, folder: state.folder, ids, newId, stop })
  const nodes = everyNode(pages)
  const texts = await bodiesOf(
    db,
    state.organizationId,
    nodes.map(({ entry }) => entry),
  )
  const reusableTexts = await bodiesOf(db, state.organizationId, space.reusables)
  const variables = await content.variables()
  const base = { tree: treeOfNodes(nodes, texts), reusableTexts, variables }
  const changes = await contentChanges(blobs, { space, before: null, base, after })
  const files = await pulledFiles(repository, null, after)
  const { author, message, stored } = await pulledCommit(ctx, tip)
  const by = (await memberWithEmail(db, state.organizationId, author.email)) ?? state.connectedBy
  await writeIn(db, async (tx) => {
    const input = { ...place(state), changes, base: content.revision.id, by, now: service.now(), newId }
    const { revision, previous } = await commitToSpace(tx, input)
    if (revision !== previous) await recordCommit(tx, state, revision, { commit: tip, message })
    await recordPulledFiles(tx, { ...place(state), now: service.now() }, { revision, files, isFirst: true })
    await recordImported(tx, state, { commit: tip, revision, ids })
  })
  ctx.done.pulled.push(stored)
}

const place = ({ organizationId, spaceId }: GitSyncState) => ({ organizationId, spaceId })

async function spaceContent(content: Awaited<ReturnType<typeof contentOf>>): Promise<SpaceContent> {
  return { tree: content.tree, files: await content.files(), reusables: await content.reusables() }
}

async function recordImported(
  tx: Db | Tx,
  state: GitSyncState,
  { commit, revision, ids }: { commit: string; revision: string; ids: ReadonlyMap<string, string> },
): Promise<void> {
  const content = await contentOf(tx, state, revision)
  await recordSyncPoint(tx, state, { commit, revision, ids: await idsOfContent(ids, content) })
}

/** `waiting`: commits can't be imported before the change request with the earlier ones is merged or archived. */
export type PullResult = 'done' | 'waiting'

/** Imports what was pushed since the last sync: what differs between the two commits, and nothing else. */
export async function pull(ctx: SyncContext, state: GitSyncState, tip: string): Promise<PullResult> {
  const { service } = ctx
  const { db } = service
  const { pending } = state
  const from = pending ?? { commit: state.commit ?? '', revision: state.revision ?? '', ids: state.ids }
  if (from.commit === tip) return 'done'
  const request = pending === null ? undefined : await requestState(db, state, pending.changeRequest)
  const isOpen = request?.status === 'open' || request?.status === 'draft'
  // Once someone has edited it, its content is no longer that of a commit, which the next import would have to start from.
  if (isOpen && request.revision !== pending?.revision) return 'waiting'
  const { changes, ids, files } = await changesBetween(ctx, state, from, tip)
  const { author, message, stored } = await pulledCommit(ctx, tip)
  const by = (await memberWithEmail(db, state.organizationId, author.email)) ?? state.connectedBy
  const imported = { tip, message, changes, ids, files, by, from: from.revision }
  if (isOpen && pending !== null)
    await addToRequest(ctx, state, { ...imported, changeRequest: pending.changeRequest })
  else if (changes.length === 0) await recordUnchanged(ctx, state, imported)
  else if (pending !== null || !(await importDirectly(ctx, state, imported)))
    await importByRequest(ctx, state, imported)
  ctx.done.pulled.push(stored)
  return 'done'
}

type Imported = {
  readonly tip: string
  readonly message: string
  readonly changes: readonly Change[]
  readonly ids: ReadonlyMap<string, string>
  readonly files: readonly OriginalFile[]
  readonly by: string | null
  /** The revision that the changes apply to. */
  readonly from: string
}

type From = { readonly commit: string; readonly revision: string; readonly ids: GitSyncState['ids'] }

async function changesBetween(ctx: SyncContext, state: GitSyncState, from: From, tip: string) {
  const { service, repository, remote, stop } = ctx
  const { db, blobs, newId } = service
  const { branch, folder } = state
  if (!(await ensureCommit(repository, remote, { branch, commit: from.commit })))
    throw new DomainError(
      'validation',
      `The history of ${branch} was rewritten: the commit of the last sync is gone. Disconnect the repository and connect it again`,
    )
  const formerIds = readIds(from.ids)
  const before = await planAt(repository, {
    commit: from.commit,
    folder,
    ids: new Map(formerIds),
    newId,
    stop,
  })
  const after = await planWithRenames()
  const content = await contentOf(db, state, from.revision)
  const changes = await contentChanges(blobs, {
    space: await spaceContent(content),
    before,
    after: after.plan,
  })
  return { changes, ids: after.ids, files: await pulledFiles(repository, before, after.plan) }

  async function planWithRenames() {
    const files = (await contentFiles(repository, tip, folder)) ?? new Map<string, string>()
    const read = async (oid: string) => (await readBlob(repository, oid)).toString('utf8')
    const renames = await renamedFiles(before.files, files, read)
    const ids = new Map([...formerIds].filter(([path]) => files.has(path)))
    for (const [to, formerPath] of renames) {
      const id = formerIds.get(formerPath)
      if (id !== undefined) ids.set(to, id)
    }
    return { plan: await planAt(repository, { commit: tip, folder, ids, newId, stop }), ids }
  }
}

/** A push that only touched files which aren't content. */
async function recordUnchanged(
  { service }: SyncContext,
  state: GitSyncState,
  { tip, ids, from }: Imported,
): Promise<void> {
  const { pending } = state
  if (pending === null) return recordImported(service.db, state, { commit: tip, revision: from, ids })
  await recordPendingImport(service.db, state, { ...pending, commit: tip, ids: storedIds(ids) })
}

/** Whether someone has to merge what was pushed: the setting, the lock of the space or its merge rules ask for it. */
async function needsReview(
  tx: Tx,
  { services }: SyncContext,
  state: GitSyncState,
  { isLocked }: { readonly isLocked: boolean },
): Promise<boolean> {
  if (state.importMode === 'change-request' || isLocked) return true
  return state.importMode === 'space' && services.hasMergeRules(tx, place(state))
}

/** False if it isn't possible: the space has changed too, or someone has to review the commits. */
async function importDirectly(ctx: SyncContext, state: GitSyncState, imported: Imported): Promise<boolean> {
  const { service } = ctx
  const { changes, ids, files, tip, message, by, from } = imported
  return writeIn(service.db, async (tx) => {
    const head = await lockHead(tx, state)
    if (head.revision !== from || (await needsReview(tx, ctx, state, head))) return false
    const input = { ...place(state), changes, by, now: service.now(), newId: service.newId }
    const { revision, previous } = await commitToSpace(tx, input)
    if (revision !== previous) await recordCommit(tx, state, revision, { commit: tip, message })
    await recordPulledFiles(tx, { ...place(state), now: service.now() }, { revision, files, isFirst: false })
    await recordImported(tx, state, { commit: tip, revision, ids })
    return true
  })
}

/**
 * Imports by a change request that starts where the last sync ended. It is merged right away if that is wanted and nothing
 * conflicts; otherwise it stays open for people.
 */
async function importByRequest(ctx: SyncContext, state: GitSyncState, imported: Imported): Promise<void> {
  const { service, services, done } = ctx
  const { changes, ids, files, tip, message, from } = imported
  const by = imported.by ?? state.connectedBy
  if (by === null)
    throw new DomainError(
      'invalid_state',
      'The person who connected the repository no longer exists. Connect it again',
    )
  await writeIn(service.db, async (tx) => {
    const head = await lockHead(tx, state)
    const subject = (message.split('\n')[0] ?? '').slice(0, 100) || `Changes of ${state.branch}`
    const changeRequestId = await services.createChangeRequest(tx, {
      ...place(state),
      subject,
      by,
      revision: from,
    })
    const authorship = { by, now: service.now(), newId: service.newId }
    const request = { ...place(state), changeRequestId, ...authorship }
    const { revision } = await commitToRequest(tx, { ...request, changes })
    await recordCommit(tx, state, revision, { commit: tip, message })
    await recordPulledFiles(tx, request, { revision, files, isFirst: false })
    const content = await contentOf(tx, state, revision)
    const known = storedIds(await idsOfContent(ids, content))
    await recordPendingImport(tx, state, {
      commit: tip,
      revision,
      changeRequest: changeRequestId,
      ids: known,
    })
    done.changeRequest = changeRequestId
    if (await needsReview(tx, ctx, state, head)) return
    const merged = await mergeRequest(tx, request)
    if (merged.result === 'conflicts') return
    await services.finishMerge(tx, { ...place(state), changeRequestId, revision: merged.revision, by })
  })
}

/** Adds later commits to a change request that nobody has edited. */
async function addToRequest(
  { service, done }: SyncContext,
  state: GitSyncState,
  { changes, ids, files, tip, message, by, changeRequest }: Imported & { readonly changeRequest: string },
): Promise<void> {
  await writeIn(service.db, async (tx) => {
    const input = {
      ...place(state),
      changeRequestId: changeRequest,
      changes,
      by,
      now: service.now(),
      newId: service.newId,
    }
    const { revision, previous } = await commitToRequest(tx, input)
    if (revision !== previous) await recordCommit(tx, state, revision, { commit: tip, message })
    await recordPulledFiles(tx, input, { revision, files, isFirst: false })
    const known = storedIds(await idsOfContent(ids, await contentOf(tx, state, revision)))
    await recordPendingImport(tx, state, { commit: tip, revision, changeRequest, ids: known })
  })
  done.changeRequest = changeRequest
}
