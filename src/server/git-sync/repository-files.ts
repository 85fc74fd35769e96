import git from 'isomorphic-git'
import { DomainError } from '../errors.ts'
import { upstream } from '../importing/fetch.ts'
import { guardedFs as fs } from '../importing/git/fetch-repository.ts'
import { IMPORT_LIMITS } from '../importing/source-files.ts'

/** A copy of a branch on this machine. It is a cache: what is missing is fetched again. */
export type Repository = {
  readonly gitdir: string
  /** Shared by all reads, so that the index of a pack is read once. */
  readonly cache: object
  /** Objects that were written since it was opened. */
  readonly created: Set<string>
}

export type CommitDetails = {
  readonly message: string
  readonly author: { readonly name: string; readonly email: string }
}

export async function commitDetails({ gitdir, cache }: Repository, oid: string): Promise<CommitDetails> {
  const { commit } = await git.readCommit({ fs, gitdir, cache, oid })
  return { message: commit.message.trim(), author: { name: commit.author.name, email: commit.author.email } }
}

/** Modes of files that are not links. */
export const REGULAR_FILES = new Set(['100644', '100755', '100664'])

/**
 * The regular files below a folder of a commit: the hash of each by its path in that folder. Links and submodules are left
 * out. Null if there is no such folder.
 */
export async function filesAt(
  { gitdir, cache }: Repository,
  commit: string | null,
  folder: string,
): Promise<ReadonlyMap<string, string> | null> {
  if (commit === null) return null
  const top = await treeAt({ gitdir, cache }, commit, folder)
  if (top === null) return null
  const files = new Map<string, string>()
  const waiting = [{ oid: top, prefix: '', depth: 0 }]
  let count = 0
  for (const { oid, prefix, depth } of waiting) {
    const { tree } = await git.readTree({ fs, gitdir, cache, oid })
    for (const entry of tree) {
      const path = prefix + entry.path
      if (++count > MAX_ENTRIES)
        throw new DomainError('validation', `The folder contains more than ${MAX_ENTRIES} files`)
      if (entry.type === 'tree') {
        if (depth < IMPORT_LIMITS.folders)
          waiting.push({ oid: entry.oid, prefix: `${path}/`, depth: depth + 1 })
      } else if (entry.type === 'blob' && REGULAR_FILES.has(entry.mode)) files.set(path, entry.oid)
    }
  }
  return files
}

const MAX_ENTRIES = 100_000

async function treeAt(
  { gitdir, cache }: Pick<Repository, 'gitdir' | 'cache'>,
  commit: string,
  folder: string,
): Promise<string | null> {
  let { oid } = await git.readTree({ fs, gitdir, cache, oid: commit })
  for (const name of folder === '' ? [] : folder.split('/')) {
    const { tree } = await git.readTree({ fs, gitdir, cache, oid })
    const next = tree.find((entry) => entry.path === name && entry.type === 'tree')
    if (next === undefined) return null
    oid = next.oid
  }
  return oid
}

/** The bytes of a file by its hash. @throws {DomainError} `upstream` if it is not here */
export async function readBlob({ gitdir, cache }: Repository, oid: string): Promise<Buffer> {
  const { blob } = await git.readBlob({ fs, gitdir, cache, oid }).catch(() => {
    throw upstream(oid, 'a file of the repository is missing')
  })
  return Buffer.from(blob.buffer, blob.byteOffset, blob.length)
}
