import git from 'isomorphic-git'
import { guardedFs as fs } from '../importing/git/fetch-repository.ts'
import { REGULAR_FILES, type Repository } from './repository-files.ts'

export async function writeBlob({ gitdir, created }: Repository, bytes: Uint8Array): Promise<string> {
  const oid = await git.writeBlob({ fs, gitdir, blob: bytes })
  created.add(oid)
  return oid
}

/** Hashes of files by their whole path; null removes a file. */
export type TreeChanges = ReadonlyMap<string, string | null>

/** Writes the tree of a commit with some files changed, and returns its hash. */
export async function writeChangedTree(
  repository: Repository,
  commit: string | null,
  changes: TreeChanges,
): Promise<string> {
  const { gitdir, cache } = repository
  const top = commit === null ? null : (await git.readTree({ fs, gitdir, cache, oid: commit })).oid
  const oid = await changedTree(repository, top, [...changes])
  return oid ?? (await writeTree(repository, []))
}

type Entries = Parameters<typeof git.writeTree>[0]['tree']

/** Null for a folder that became empty, which git doesn't store. */
async function changedTree(
  repository: Repository,
  oid: string | null,
  changes: readonly (readonly [string, string | null])[],
): Promise<string | null> {
  const { gitdir, cache } = repository
  const tree: Entries = oid === null ? [] : (await git.readTree({ fs, gitdir, cache, oid })).tree
  const entries = new Map(tree.map((entry) => [entry.path, entry]))
  const byName = Map.groupBy(changes, ([path]) => path.split('/')[0] ?? '')
  for (const [name, inside] of byName) {
    const known = entries.get(name)
    const own = inside.find(([path]) => path === name)
    const below = inside.flatMap(([path, blob]) =>
      path === name ? [] : [[path.slice(name.length + 1), blob] as const],
    )
    const entry =
      below.length > 0
        ? await changedFolder(repository, { name, known, below })
        : changedFile({ name, known, blob: own?.[1] ?? null })
    if (entry !== undefined) entries.set(name, entry)
    else entries.delete(name)
  }
  return entries.size === 0 ? null : writeTree(repository, [...entries.values()])
}

type Entry = Entries[number]
type Changed = { readonly name: string; readonly known: Entry | undefined }

/** Undefined for a folder that became empty. A file that is in its place stays, unless the folder has files. */
async function changedFolder(
  repository: Repository,
  { name, known, below }: Changed & { readonly below: readonly (readonly [string, string | null])[] },
): Promise<Entry | undefined> {
  const isFolder = known?.type === 'tree'
  const oid = await changedTree(repository, isFolder ? known.oid : null, below)
  if (oid !== null) return { path: name, mode: '040000', type: 'tree', oid }
  return isFolder ? undefined : known
}

/** Undefined for a file to remove. A folder that is in its place stays then. */
function changedFile({ name, known, blob }: Changed & { readonly blob: string | null }): Entry | undefined {
  const isFile = known?.type === 'blob'
  if (blob === null) return isFile ? undefined : known
  const mode = isFile && REGULAR_FILES.has(known.mode) ? known.mode : '100644'
  return { path: name, mode, type: 'blob', oid: blob }
}

async function writeTree({ gitdir, created }: Repository, tree: Entries): Promise<string> {
  const oid = await git.writeTree({ fs, gitdir, tree })
  created.add(oid)
  return oid
}

export const treeOfCommit = async ({ gitdir, cache }: Repository, commit: string): Promise<string> =>
  (await git.readTree({ fs, gitdir, cache, oid: commit })).oid

type NewCommit = {
  readonly tree: string
  readonly parents: readonly string[]
  readonly message: string
  readonly author: { readonly name: string; readonly email: string }
  readonly date: Date
}

/** Writes a commit. The same input gives the same commit, so that a push can be repeated. */
export async function writeCommit(
  { gitdir, created }: Repository,
  { tree, parents, message, author, date }: NewCommit,
): Promise<string> {
  const time = { timestamp: Math.floor(date.getTime() / 1000), timezoneOffset: 0 }
  const oid = await git.writeCommit({
    fs,
    gitdir,
    commit: {
      tree,
      parent: [...parents],
      message,
      author: { ...author, ...time },
      committer: { name: 'Lectern', email: 'lectern@localhost', ...time },
    },
  })
  created.add(oid)
  return oid
}

/** A pack of the objects that were written. */
export async function packCreated({ gitdir, cache, created }: Repository): Promise<Buffer> {
  const { packfile } = await git.packObjects({ fs, gitdir, cache, oids: [...created] })
  if (packfile === undefined) throw new Error('No pack was written')
  return Buffer.from(packfile.buffer, packfile.byteOffset, packfile.length)
}
