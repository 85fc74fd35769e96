import type { Content } from '../content/read.ts'
import type { SpaceRef } from '../content/space-ref.ts'
import type { Service } from '../context.ts'
import type { Tx } from '../db/client.ts'
import type { StoredCommit } from '../db/tables/git-sync.ts'
import type { Remote } from './remote.ts'
import { commitDetails, type Repository } from './repository-files.ts'
import type { GitSyncState } from './state-queries.ts'

/** Functions of the domain that a sync needs. */
export type GitSyncServices = {
  /** Creates an open change request based on a revision in the caller's transaction, and returns its id. */
  readonly createChangeRequest: (
    tx: Tx,
    request: SpaceRef & { readonly subject: string; readonly by: string; readonly revision: string },
  ) => Promise<string>
  /** Whether merge rules apply to changes of a space. */
  readonly hasMergeRules: (tx: Tx, space: SpaceRef) => Promise<boolean>
  /** Records that a change request was merged, in the transaction that merged its content. */
  readonly finishMerge: (
    tx: Tx,
    request: SpaceRef & { readonly changeRequestId: string; readonly revision: string; readonly by: string },
  ) => Promise<void>
}

/** What one run of a sync works with. */
export type SyncContext = {
  readonly service: Service
  readonly services: GitSyncServices
  readonly remote: Remote
  readonly repository: Repository
  readonly stop: AbortSignal
  /** What the run did so far. */
  readonly done: {
    pulled: StoredCommit[]
    pushed: StoredCommit[]
    changeRequest: string | null
  }
}

/** Characters of a commit message in the history of syncs. */
const MAX_MESSAGE_LENGTH = 200

export const storedCommit = (commit: string, message: string, author: string): StoredCommit => ({
  commit,
  message: (message.split('\n')[0] ?? '').slice(0, MAX_MESSAGE_LENGTH),
  author,
})

export async function pulledCommit({ repository }: SyncContext, commit: string) {
  const { message, author } = await commitDetails(repository, commit)
  return { commit, message, author, stored: storedCommit(commit, message, author.name) }
}

/** The ids of everything in a revision that can have a file. */
async function idsIn(content: Content): Promise<ReadonlySet<string>> {
  const [files, reusables] = [await content.files(), await content.reusables()]
  return new Set([
    ...Array.from(content.tree.all(), ({ entry }) => entry.id),
    ...files.map(({ id }) => id),
    ...reusables.map(({ id }) => id),
  ])
}

/** Only paths of what a revision contains: files that weren't imported must not be known, or a push would delete them. */
export async function idsOfContent(
  ids: ReadonlyMap<string, string>,
  content: Content,
): Promise<ReadonlyMap<string, string>> {
  const known = await idsIn(content)
  return new Map([...ids].filter(([, id]) => known.has(id)))
}

export const storedIds = (ids: ReadonlyMap<string, string>): GitSyncState['ids'] => Object.fromEntries(ids)
export const readIds = (ids: GitSyncState['ids']): Map<string, string> => new Map(Object.entries(ids))
