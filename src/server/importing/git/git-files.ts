import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import git from 'isomorphic-git'
import { cutText } from '#markup/cut-text.ts'
import type { Config } from '../../config.ts'
import { DomainError } from '../../errors.ts'
import { outsideAgent } from '../outside-agent.ts'
import type { OnProgress } from '../plan.ts'
import type { Credentials } from '../secrets.ts'
import { depthProblem, IMPORT_LIMITS, isIgnored, type SourceFiles, safePath } from '../source-files.ts'
import { folderOf, type IncomingFile, plainFiles, stage, unstage } from '../staging.ts'
import { GIT_LIMITS } from './checked-pack.ts'
import { fetchRepository, guardedFs, type Repository } from './fetch-repository.ts'
import { gitTransport } from './transport.ts'

type GitSource = {
  readonly importId: string
  readonly url: string
  readonly ref?: string | undefined
  readonly directory?: string | undefined
  readonly credentials: Credentials | undefined
}

type GitOptions = {
  readonly config: Pick<Config, 'dataDir' | 'allowPrivateNetwork'>
  readonly version: string
  readonly onProgress: OnProgress
  readonly stop: AbortSignal
}

/** Characters of a commit message that are stored. */
const MAX_MESSAGE_LENGTH = 2000

/** Fetches a repository and stages its files like an upload. Returns them with their commit. */
export async function gitFiles(
  source: GitSource,
  options: GitOptions,
): Promise<{ readonly files: SourceFiles; readonly commit: string; readonly message: string }> {
  const { importId, url, ref, credentials } = source
  const { config, version, stop } = options
  // An interrupted attempt may have left files.
  await unstage(config, importId)
  const agent = outsideAgent({ allowPrivate: config.allowPrivateNetwork })
  const gitdir = join(folderOf(config, importId), 'git')
  const onBytes = () => options.onProgress({ phase: 'fetching', done: 0, total: null })
  const http = gitTransport({
    agent,
    version,
    url: new URL(url),
    allowPlain: config.allowPrivateNetwork,
    maxBytes: GIT_LIMITS.packBytes,
    signal: AbortSignal.any([stop, AbortSignal.timeout(GIT_LIMITS.ms)]),
    onBytes,
  })
  try {
    await onBytes()
    const repository = await fetchRepository({ url, ref, credentials, gitdir, http })
    const { cache, commit: oid } = repository
    const { commit } = await git.readCommit({ fs: guardedFs, gitdir, cache, oid })
    const message = cutText(commit.message.trim(), MAX_MESSAGE_LENGTH)
    return { files: await checkOut(repository, source, options), commit: oid, message }
  } finally {
    await agent.destroy()
    await rm(gitdir, { recursive: true, force: true })
  }
}

async function checkOut(
  repository: Repository,
  { importId, directory = '' }: GitSource,
  { config, onProgress }: GitOptions,
): Promise<SourceFiles> {
  const skipped: { path: string; reason: string }[] = []
  const top = await treeAt(repository, directory)
  const files = await stage(config, importId, written())
  return { ...plainFiles(folderOf(config, importId), files), findings: () => ({ skipped, warnings: [] }) }

  async function* written(): AsyncGenerator<IncomingFile> {
    for await (const { path, oid, reason } of blobsIn(repository, top)) {
      await onProgress({ phase: 'fetching', done: 0, total: null })
      const reasonToSkip = reason ?? null
      const bytes = reasonToSkip === null ? await blobOf(repository, oid) : null
      const refusal = reasonToSkip ?? (bytes === null ? null : fileProblem(bytes))
      if (refusal !== null) skipped.push({ path, reason: refusal })
      else if (bytes !== null) yield { path, content: once(bytes) }
    }
  }
}

async function treeAt({ gitdir, cache, commit }: Repository, directory: string): Promise<string> {
  try {
    const filepath = directory === '' ? {} : { filepath: directory }
    const { oid } = await git.readTree({ fs: guardedFs, gitdir, cache, oid: commit, ...filepath })
    return oid
  } catch {
    // The library's errors for a missing folder differ; the cause is the same for all of them.
    throw new DomainError('validation', `The repository has no folder ${directory}`)
  }
}

type TreeFile = { readonly path: string; readonly oid: string; readonly reason?: string }

/** All relevant files below a tree; links and submodules come with the reason to skip them. */
async function* blobsIn({ gitdir, cache }: Repository, top: string): AsyncGenerator<TreeFile> {
  const waiting = [{ oid: top, folder: '', depth: 0 }]
  let count = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { folder, depth } = next
    const { tree } = await git.readTree({ fs: guardedFs, gitdir, cache, oid: next.oid })
    for (const { path: name, oid, type, mode } of tree) {
      const path = safePath(folder + name)
      if (path === null || isIgnored(path)) continue
      if (++count > IMPORT_LIMITS.entries) throw tooMany
      if (type !== 'tree') yield { path, oid, ...skipReason(type, mode) }
      else if (depth < IMPORT_LIMITS.folders) waiting.push({ oid, folder: `${path}/`, depth: depth + 1 })
      else
        throw new DomainError(
          'validation',
          `The repository has ${depthProblem(`${path}/`) ?? 'too many folders'}`,
        )
    }
  }
}

function skipReason(type: string, mode: string): { readonly reason?: string } {
  if (type === 'commit') return { reason: 'It is another repository (a submodule)' }
  return mode === '120000' ? { reason: 'It is a link' } : {}
}

const tooMany = new DomainError(
  'validation',
  `The repository contains more than ${IMPORT_LIMITS.entries} files`,
)

async function blobOf({ gitdir, cache }: Repository, oid: string): Promise<Buffer> {
  const { blob } = await git.readBlob({ fs: guardedFs, gitdir, cache, oid })
  return Buffer.from(blob.buffer, blob.byteOffset, blob.length)
}

function fileProblem(bytes: Buffer): string | null {
  if (bytes.length > IMPORT_LIMITS.fileBytes)
    return `It is larger than ${IMPORT_LIMITS.fileBytes / 1_048_576} MB`
  const isPointer =
    bytes.length < 1024 && bytes.toString('latin1', 0, 42).startsWith('version https://git-lfs.')
  return isPointer ? 'It is stored in Git LFS, which isn’t supported' : null
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
