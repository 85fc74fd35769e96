import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import git from 'isomorphic-git'
import type { Config } from '../../config.ts'
import { DomainError } from '../../errors.ts'
import { outsideAgent } from '../outside-connections.ts'
import type { OnProgress } from '../plan.ts'
import type { Credentials } from '../secrets.ts'
import { isIgnored, limits, type SourceFiles, tamePath } from '../source-files.ts'
import { type Arriving, folderOf, plainFiles, stage, unstage } from '../staging.ts'
import { gitLimits } from './checked-pack.ts'
import { fetchRepository, guarded, type Repository } from './fetch-repository.ts'
import { gitTransport } from './transport.ts'

type Wanted = {
  readonly importId: string
  readonly url: string
  readonly ref?: string | undefined
  readonly directory?: string | undefined
  readonly credentials: Credentials | undefined
}

type Ways = {
  readonly config: Pick<Config, 'dataDir' | 'allowPrivateNetwork'>
  readonly version: string
  readonly onProgress: OnProgress
  readonly stop: AbortSignal
}

/** Fetches a repository and lays its files out as an upload would lie. Answers them, and the commit they are of. */
export async function gitFiles(
  wanted: Wanted,
  ways: Ways,
): Promise<{ readonly files: SourceFiles; readonly commit: string }> {
  const { importId, url, ref, credentials } = wanted
  const { config, version, stop } = ways
  // A beginning that was broken off may have left some.
  await unstage(config, importId)
  const agent = outsideAgent({ allowPrivate: config.allowPrivateNetwork })
  const gitdir = join(folderOf(config, importId), 'git')
  const onBytes = () => ways.onProgress({ phase: 'fetching', done: 0, total: null })
  const http = gitTransport({
    agent,
    version,
    url: new URL(url),
    allowPlain: config.allowPrivateNetwork,
    maxBytes: gitLimits.packBytes,
    signal: AbortSignal.any([stop, AbortSignal.timeout(gitLimits.ms)]),
    onBytes,
  })
  try {
    await onBytes()
    const repository = await fetchRepository({ url, ref, credentials, gitdir, http })
    return { files: await checkedOut(repository, wanted, ways), commit: repository.commit }
  } finally {
    await agent.destroy()
    await rm(gitdir, { recursive: true, force: true })
  }
}

async function checkedOut(
  repository: Repository,
  { importId, directory = '' }: Wanted,
  { config, onProgress }: Ways,
): Promise<SourceFiles> {
  const skipped: { path: string; reason: string }[] = []
  const top = await treeAt(repository, directory)
  const files = await stage(config, importId, written())
  return { ...plainFiles(folderOf(config, importId), files), findings: () => ({ skipped, noted: [] }) }

  async function* written(): AsyncGenerator<Arriving> {
    for await (const { path, oid, reason } of blobsIn(repository, top)) {
      await onProgress({ phase: 'fetching', done: 0, total: null })
      const why = reason ?? null
      const bytes = why === null ? await blobOf(repository, oid) : null
      const refusal = why ?? (bytes === null ? null : refusalOf(bytes))
      if (refusal !== null) skipped.push({ path, reason: refusal })
      else if (bytes !== null) yield { path, content: once(bytes) }
    }
  }
}

async function treeAt({ gitdir, cache, commit }: Repository, directory: string): Promise<string> {
  try {
    const filepath = directory === '' ? {} : { filepath: directory }
    const { oid } = await git.readTree({ fs: guarded, gitdir, cache, oid: commit, ...filepath })
    return oid
  } catch {
    throw new DomainError('validation', `The repository has no folder ${directory}`)
  }
}

type Found = { readonly path: string; readonly oid: string; readonly reason?: string }

const DEEPEST = 64

/** Every file that counts, below one tree; links and other repositories with the reason to leave them out. */
async function* blobsIn({ gitdir, cache }: Repository, top: string): AsyncGenerator<Found> {
  const waiting = [{ oid: top, folder: '', depth: 0 }]
  let count = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { folder, depth } = next
    const { tree } = await git.readTree({ fs: guarded, gitdir, cache, oid: next.oid })
    for (const { path: name, oid, type, mode } of tree) {
      const path = tamePath(folder + name)
      if (path === null || isIgnored(path)) continue
      if (++count > limits.entries) throw tooMany
      if (type !== 'tree') yield { path, oid, ...reasonAgainst(type, mode) }
      else if (depth < DEEPEST) waiting.push({ oid, folder: `${path}/`, depth: depth + 1 })
    }
  }
}

function reasonAgainst(type: string, mode: string): { readonly reason?: string } {
  if (type === 'commit') return { reason: 'It is another repository' }
  return mode === '120000' ? { reason: 'It is a link' } : {}
}

const tooMany = new DomainError('validation', `The repository holds more than ${limits.entries} files`)

async function blobOf({ gitdir, cache }: Repository, oid: string): Promise<Buffer> {
  const { blob } = await git.readBlob({ fs: guarded, gitdir, cache, oid })
  return Buffer.from(blob.buffer, blob.byteOffset, blob.length)
}

function refusalOf(bytes: Buffer): string | null {
  if (bytes.length > limits.fileBytes) return `It is larger than ${limits.fileBytes / 1_048_576} MB`
  const isPointer =
    bytes.length < 1024 && bytes.toString('latin1', 0, 42).startsWith('version https://git-lfs.')
  return isPointer ? 'Its bytes are in Git LFS, which is not read' : null
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
