import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import git from 'isomorphic-git'
import type { Config } from '../config.ts'
import type { SpaceRef } from '../content/space-ref.ts'
import { describedError, guardedFs as fs } from '../importing/git/fetch-repository.ts'
import type { Remote } from './remote.ts'
import type { Repository } from './repository-files.ts'

/** The copies of repositories, by organization and space. */
export const repositoriesFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'git')

const gitdirOf = (config: Pick<Config, 'dataDir'>, { organizationId, spaceId }: SpaceRef): string =>
  join(repositoriesFolder(config), organizationId, spaceId)

export async function openRepository(
  config: Pick<Config, 'dataDir'>,
  at: SpaceRef,
  remote: Pick<Remote, 'url'>,
): Promise<Repository> {
  const gitdir = gitdirOf(config, at)
  const isNew = (await stat(join(gitdir, 'HEAD')).catch(() => null)) === null
  if (isNew) {
    await mkdir(gitdir, { recursive: true })
    await git.init({ fs, gitdir, bare: true })
  }
  await git.addRemote({ fs, gitdir, remote: 'origin', url: remote.url, force: true })
  return { gitdir, cache: {}, created: new Set() }
}

export const removeRepository = (config: Pick<Config, 'dataDir'>, at: SpaceRef): Promise<void> =>
  rm(gitdirOf(config, at), { recursive: true, force: true })

/**
 * Fetches a branch, by default only its last commit, and returns that commit; null if the branch doesn't exist.
 * @throws {DomainError} `upstream`, or `validation` if it exceeds the limits
 */
export async function fetchBranch(
  { gitdir, cache }: Repository,
  remote: Remote,
  branch: string,
  depth = 1,
): Promise<string | null> {
  const { credentials } = remote
  try {
    const { fetchHead } = await git.fetch({
      fs,
      http: remote.http,
      cache,
      gitdir,
      url: remote.url,
      remote: 'origin',
      ref: `refs/remotes/origin/${branch}`,
      remoteRef: `refs/heads/${branch}`,
      depth,
      singleBranch: true,
      tags: false,
      onAuth: () => (credentials === undefined ? { cancel: true } : { ...credentials }),
      onAuthFailure: () => ({ cancel: true }),
    })
    return fetchHead
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'NotFoundError') return null
    const details = { url: remote.address, requestedRef: branch, isKnown: credentials !== undefined }
    throw describedError(error, details)
  }
}

/** How many commits are fetched to find one: a few, then all of them. */
const DEPTHS = [50, 1_000_000]

/**
 * Makes sure that a commit of the branch is here with its files; false if the branch no longer contains it.
 * @throws {DomainError} as `fetchBranch`
 */
export async function ensureCommit(
  repository: Repository,
  remote: Remote,
  { branch, commit }: { readonly branch: string; readonly commit: string },
): Promise<boolean> {
  if (await hasFiles(repository, commit)) return true
  for (const depth of DEPTHS) {
    await fetchBranch(repository, remote, branch, depth)
    if (await hasFiles(repository, commit)) return true
  }
  return false
}

async function hasFiles({ gitdir, cache }: Repository, commit: string): Promise<boolean> {
  try {
    await git.readTree({ fs, gitdir, cache, oid: commit })
    return true
  } catch {
    // Not here, or without its tree: both are answered by fetching it.
    return false
  }
}

/** Commits that are looked through for an ancestor. */
const MAX_ANCESTORS = 5000

/** Whether `commit` is `tip` or one of its ancestors, as far as they are here. */
export async function contains({ gitdir, cache }: Repository, tip: string, commit: string): Promise<boolean> {
  const waiting = [tip]
  const seen = new Set(waiting)
  for (const oid of waiting) {
    if (oid === commit) return true
    if (seen.size > MAX_ANCESTORS) return false
    const parents = await git.readCommit({ fs, gitdir, cache, oid }).then(
      (read) => read.commit.parent,
      () => [],
    )
    for (const parent of parents) {
      if (seen.has(parent)) continue
      seen.add(parent)
      waiting.push(parent)
    }
  }
  return false
}

/** Fetches enough history to answer `contains`. */
export async function containsAfterFetch(
  repository: Repository,
  remote: Remote,
  { branch, tip, commit }: { readonly branch: string; readonly tip: string; readonly commit: string },
): Promise<boolean> {
  if (tip === commit) return true
  for (const depth of DEPTHS) {
    await fetchBranch(repository, remote, branch, depth)
    if (await contains(repository, tip, commit)) return true
  }
  return false
}
