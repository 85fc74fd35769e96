import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import git, { type HttpClient } from 'isomorphic-git'
import { MAX_FILE_BYTES } from '#contract/shared/limits.ts'
import { upstream } from '../fetch.ts'
import { expectSafePack } from './checked-pack.ts'
import { fetchPack, type PackServer } from './fetch-pack.ts'
import { describedError, guardedFs, type Repository } from './fetch-repository.ts'
import { ResponseTooLarge } from './transport.ts'

type Remote = PackServer & {
  readonly ref: string | undefined
  readonly http: HttpClient
  /** A folder that does not exist yet. */
  readonly gitdir: string
}

/** The most bytes of one response with several objects. A larger one is requested again in halves. */
const MAX_PACK_BYTES = 16 * 1_048_576
/** Folders without files, of a whole commit. */
const MAX_OUTLINE_BYTES = 64 * 1_048_576
const FILES_AT_ONCE = 256

/**
 * Fetches the folders of the last commit of a branch or tag without any file; null if the server can’t do that.
 * @throws {DomainError} `upstream`
 */
export async function fetchOutline(remote: Remote): Promise<Repository | null> {
  const { url, gitdir, ref, credentials } = remote
  const auth = {
    onAuth: () => (credentials === undefined ? { cancel: true } : { ...credentials }),
    onAuthFailure: () => ({ cancel: true }),
  }
  try {
    const info = await git.getRemoteInfo2({ http: remote.http, url, protocolVersion: 2, ...auth })
    if (info.protocolVersion !== 2 || !String(info.capabilities.fetch).split(' ').includes('filter'))
      return null
    const commit = await commitOf(ref, async (prefix) =>
      git.listServerRefs({ http: remote.http, url, prefix, peelTags: true, ...auth }),
    )
    if (commit === null && ref === undefined) throw upstream(url, 'the repository is empty')
    if (commit === null) throw upstream(url, `it has no branch or tag named ${ref}`)
    await git.init({ fs: guardedFs, gitdir, bare: true })
    const pack = await fetchPack(remote, { wants: [commit], isOutline: true, maxBytes: MAX_OUTLINE_BYTES })
    await storePack(gitdir, 'outline', pack)
    return { gitdir, commit, cache: {} }
  } catch (error) {
    throw describedError(error, { url, requestedRef: ref ?? 'HEAD', isKnown: credentials !== undefined })
  }
}

type ServerRefs = Awaited<ReturnType<typeof git.listServerRefs>>

/** The commit of a branch or tag; null if there is none. */
async function commitOf(
  ref: string | undefined,
  refsFrom: (prefix: string) => Promise<ServerRefs>,
): Promise<string | null> {
  const names =
    ref === undefined || ref === 'HEAD'
      ? ['HEAD']
      : ref.startsWith('refs/')
        ? [ref]
        : [`refs/heads/${ref}`, `refs/tags/${ref}`]
  for (const name of names) {
    const found = (await refsFrom(name)).find((one) => one.ref === name)
    if (found !== undefined) return found.peeled ?? found.oid
  }
  return null
}

async function storePack(gitdir: string, name: string, pack: Buffer): Promise<void> {
  const folder = join(gitdir, 'objects', 'pack')
  const filepath = `objects/pack/pack-${name}.pack`
  await expectSafePack(pack)
  await mkdir(folder, { recursive: true })
  await writeFile(join(gitdir, filepath), pack)
  await git.indexPack({ fs: guardedFs, dir: gitdir, gitdir, filepath, cache: {} })
}

type FetchOptions = {
  readonly folder: string
  /** Called between requests; throws to stop. */
  readonly onFile: (done: number) => Promise<void>
  /** Called with the bytes of each file; throws to stop. */
  readonly onStored: (bytes: number) => void
}

/**
 * Fetches the contents of files into a folder, each under its id, which has those of an earlier attempt already. Calls
 * `onFile` between requests. Returns the ids of those that are too large.
 */
export async function fetchFiles(
  remote: Remote,
  oids: ReadonlySet<string>,
  { folder, onFile, onStored }: FetchOptions,
): Promise<ReadonlySet<string>> {
  await mkdir(folder, { recursive: true })
  const known = new Set(await readdir(folder))
  const missing = [...oids].filter((oid) => !known.has(oid))
  const tooLarge = new Set<string>()
  const batches: string[][] = []
  for (let from = 0; from < missing.length; from += FILES_AT_ONCE)
    batches.push(missing.slice(from, from + FILES_AT_ONCE))
  batches.reverse()
  let done = 0
  for (const oid of oids) {
    if (!known.has(oid)) continue
    onStored((await stat(join(folder, oid))).size)
    done += 1
  }
  for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
    await onFile(done)
    const isFetched = await fetchBatch(remote, batch, { folder, onStored })
    if (isFetched) done += batch.length
    else if (batch.length > 1) {
      const half = Math.ceil(batch.length / 2)
      batches.push(batch.slice(half), batch.slice(0, half))
    } else {
      for (const oid of batch) tooLarge.add(oid)
      done += 1
    }
  }
  await onFile(done)
  return tooLarge
}

/** Stores some files; false if they are too large together. */
async function fetchBatch(
  remote: Remote,
  oids: readonly string[],
  { folder, onStored }: Pick<FetchOptions, 'folder' | 'onStored'>,
): Promise<boolean> {
  const { gitdir } = remote
  const maxBytes = oids.length === 1 ? MAX_FILE_BYTES + 1_048_576 : MAX_PACK_BYTES
  let pack: Buffer
  try {
    pack = await fetchPack(remote, { wants: oids, isOutline: false, maxBytes })
  } catch (error) {
    if (error instanceof ResponseTooLarge) return false
    throw error
  }
  await storePack(gitdir, 'files', pack)
  const cache = {}
  for (const oid of oids) {
    const { blob } = await git.readBlob({ fs: guardedFs, gitdir, cache, oid })
    onStored(blob.length)
    // A stop leaves no half of a file behind.
    await writeFile(join(folder, `${oid}.part`), blob)
    await rename(join(folder, `${oid}.part`), join(folder, oid))
  }
  for (const ending of ['pack', 'idx'])
    await rm(join(gitdir, 'objects', 'pack', `pack-files.${ending}`), { force: true })
  return true
}
