import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import git from 'isomorphic-git'
import { cutText } from '#markup/cut-text.ts'
import type { Config } from '../../config.ts'
import type { StagedFile } from '../../db/tables/imports.ts'
import { DomainError } from '../../errors.ts'
import { outsideAgent } from '../outside-agent.ts'
import type { OnProgress } from '../plan.ts'
import type { Credentials } from '../secrets.ts'
import { depthProblem, IMPORT_LIMITS, isIgnored, type SourceFiles, safePath } from '../source-files.ts'
import { folderOf, type IncomingFile, plainFiles, stage, unstage } from '../staging.ts'
import { GIT_LIMITS } from './checked-pack.ts'
import { PackRefused } from './fetch-pack.ts'
import { fetchRepository, guardedFs, type Repository } from './fetch-repository.ts'
import { fetchFiles, fetchOutline } from './partial-clone.ts'
import { gitTransport, ResponseTooLarge } from './transport.ts'

type GitSource = {
  readonly importId: string
  readonly url: string
  readonly ref?: string | undefined
  readonly directory?: string | undefined
  readonly credentials: Credentials | undefined
}

type GitOptions = {
  readonly config: Pick<Config, 'dataDir' | 'importBytes' | 'allowPrivateNetwork'>
  readonly version: string
  readonly onProgress: OnProgress
  readonly stop: AbortSignal
}

/** Characters of a commit message that are stored. */
const MAX_MESSAGE_LENGTH = 2000

/**
 * Fetches the requested folder of a repository, and stages its files like an upload. A restarted import continues with
 * the files that have arrived. A server that only sends whole commits sends all of it. Returns the files with their commit.
 */
export async function gitFiles(
  source: GitSource,
  options: GitOptions,
): Promise<{ readonly files: SourceFiles; readonly commit: string; readonly message: string }> {
  const { importId, ref, credentials } = source
  const { config, version, stop } = options
  const url = source.url.replace(/\/+$/, '')
  const agent = outsideAgent({ allowPrivate: config.allowPrivateNetwork })
  const gitdir = join(folderOf(config, importId), 'git')
  // An interrupted attempt may have left it.
  await rm(gitdir, { recursive: true, force: true })
  const transportOf = (maxBytes: number, onBytes: () => Promise<void>) =>
    gitTransport({
      agent,
      version,
      url: new URL(url),
      allowPlain: config.allowPrivateNetwork,
      maxBytes,
      signal: AbortSignal.any([stop, AbortSignal.timeout(GIT_LIMITS.ms)]),
      onBytes,
    })
  const onBytes = () => options.onProgress({ phase: 'fetching', done: 0, total: null })
  try {
    await onBytes()
    const http = transportOf(Number.POSITIVE_INFINITY, async () => stop.throwIfAborted())
    const remote = { url, ref, credentials, http, gitdir, request: http.requestAtMost }
    const outline = await ifAllowed(() => fetchOutline(remote))
    const partial = outline && (await ifAllowed(() => partialFiles(outline, remote, source, options)))
    if (outline !== null && partial !== null)
      return { files: partial, commit: outline.commit, message: await messageOf(outline) }
    await unstage(config, importId)
    const repository = await fetchRepository({
      url,
      ref,
      credentials,
      gitdir,
      http: transportOf(GIT_LIMITS.packBytes, onBytes),
    })
    const files = await checkOut(repository, source, options)
    return { files, commit: repository.commit, message: await messageOf(repository) }
  } finally {
    await agent.destroy()
    await rm(gitdir, { recursive: true, force: true })
  }
}

async function messageOf({ gitdir, cache, commit: oid }: Repository): Promise<string> {
  const { commit } = await git.readCommit({ fs: guardedFs, gitdir, cache, oid })
  return cutText(commit.message.trim(), MAX_MESSAGE_LENGTH)
}

/** Null if the server refuses to send parts of a commit. */
async function ifAllowed<T>(fetchPart: () => Promise<T>): Promise<T | null> {
  try {
    return await fetchPart()
  } catch (error) {
    if (error instanceof PackRefused || error instanceof ResponseTooLarge) return null
    throw error
  }
}

/** The files of the requested folder, each fetched by its id. */
async function partialFiles(
  repository: Repository,
  remote: Parameters<typeof fetchFiles>[0],
  { importId, directory = '' }: GitSource,
  { config, onProgress }: GitOptions,
): Promise<SourceFiles> {
  const folder = folderOf(config, importId)
  const skipped: { path: string; reason: string }[] = []
  const wanted: TreeFile[] = []
  for await (const file of blobsIn(repository, await treeAt(repository, directory))) {
    if (file.reason === undefined) wanted.push(file)
    else skipped.push({ path: file.path, reason: file.reason })
  }
  const oids = new Set(wanted.map(({ oid }) => oid))
  const blobs = join(folder, BLOBS)
  let bytes = 0
  const tooLarge = await fetchFiles(remote, oids, {
    folder: blobs,
    onFile: (done) => onProgress({ phase: 'fetching', done, total: oids.size }),
    onStored(size) {
      bytes += size
      if (bytes > config.importBytes) throw overLimit(config.importBytes)
    },
  })
  const files: StagedFile[] = []
  for (const { path, oid } of wanted) {
    const name = `${BLOBS}/${oid}`
    const problem = tooLarge.has(oid) ? TOO_LARGE : await storedFileProblem(join(folder, name))
    if (problem === null) files.push({ path, name, size: (await stat(join(folder, name))).size })
    else skipped.push({ path, reason: problem })
  }
  if (files.length === 0) throw new DomainError('validation', 'The import contains no files')
  return { ...plainFiles(folder, files), findings: () => ({ skipped, warnings: [] }) }
}

const BLOBS = 'blobs'

const overLimit = (maxBytes: number): DomainError =>
  new DomainError('validation', `The folder is larger than ${Math.round(maxBytes / 1_048_576)} MB`)

async function storedFileProblem(path: string): Promise<string | null> {
  const { size } = await stat(path)
  if (size > IMPORT_LIMITS.fileBytes) return TOO_LARGE
  return size < MAX_POINTER_BYTES ? fileProblem(await readFile(path)) : null
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

const TOO_LARGE = `It is larger than ${IMPORT_LIMITS.fileBytes / 1_048_576} MB`
/** A file that is stored in Git LFS is shorter. */
const MAX_POINTER_BYTES = 1024

function fileProblem(bytes: Buffer): string | null {
  if (bytes.length > IMPORT_LIMITS.fileBytes) return TOO_LARGE
  const isPointer =
    bytes.length < MAX_POINTER_BYTES && bytes.toString('latin1', 0, 42).startsWith('version https://git-lfs.')
  return isPointer ? 'It is stored in Git LFS, which isn’t supported' : null
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
