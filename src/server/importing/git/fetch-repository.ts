import * as disk from 'node:fs/promises'
import git, { type HttpClient } from 'isomorphic-git'
import { DomainError } from '../../errors.ts'
import { upstream } from '../fetch.ts'
import type { Credentials } from '../secrets.ts'
import { expectSafePack } from './checked-pack.ts'

export type Repository = {
  readonly gitdir: string
  readonly commit: string
  /** Shared by all reads of the repository, so that its index is read once. */
  readonly cache: object
}

type FetchRepositoryOptions = {
  /** Without user and password. */
  readonly url: string
  readonly ref: string | undefined
  readonly credentials: Credentials | undefined
  /** A folder that does not exist yet. */
  readonly gitdir: string
  readonly http: HttpClient
}

/**
 * Fetches the last commit of a branch or tag, without its history.
 * @throws {DomainError} `upstream` if it cannot be fetched, `validation` if it exceeds the limits
 */
export async function fetchRepository({
  url,
  ref,
  credentials,
  gitdir,
  http,
}: FetchRepositoryOptions): Promise<Repository> {
  const cache = {}
  const requestedRef = ref ?? 'HEAD'
  try {
    await git.init({ fs: guardedFs, gitdir, bare: true })
    await git.addRemote({ fs: guardedFs, gitdir, remote: 'origin', url })
    const { fetchHead } = await git.fetch({
      fs: guardedFs,
      http,
      cache,
      gitdir,
      url: url.replace(/\/+$/, ''),
      remote: 'origin',
      ref: requestedRef,
      remoteRef: requestedRef,
      depth: 1,
      singleBranch: true,
      tags: false,
      onAuth: () => (credentials === undefined ? { cancel: true } : { ...credentials }),
      onAuthFailure: () => ({ cancel: true }),
    })
    if (fetchHead === null) throw upstream(url, 'the repository is empty')
    const { oid } = await git.readCommit({ fs: guardedFs, gitdir, cache, oid: fetchHead })
    return { gitdir, commit: oid, cache }
  } catch (error) {
    throw describedError(error, { url, requestedRef, isKnown: credentials !== undefined })
  }
}

/** The file system, with a check of each pack before it is written and unpacked. */
export const guardedFs = {
  promises: {
    ...disk,
    async writeFile(path: string, bytes: Uint8Array, options?: object): Promise<void> {
      if (path.endsWith('.pack'))
        await expectSafePack(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
      await disk.writeFile(path, bytes, options)
    },
  },
}

type RequestDetails = { readonly url: string; readonly requestedRef: string; readonly isKnown: boolean }

/** Turns git errors into errors with a message for the caller; other errors are passed on. */
export function describedError(error: unknown, { url, requestedRef, isKnown }: RequestDetails): unknown {
  if (error instanceof DomainError || !(error instanceof Error) || !('code' in error)) return error
  const { code } = error
  if (code === 'UserCanceledError') {
    return upstream(
      url,
      isKnown ? 'it rejected the username and password' : 'it requires a username and password',
    )
  }
  if (code === 'HttpError') return upstream(url, answerOf(error))
  if (code === 'NotFoundError') return upstream(url, `it has no branch or tag named ${requestedRef}`)
  if (code === 'SmartHttpError' || code === 'ParseError') return upstream(url, 'it isn’t a Git repository')
  const isGits = typeof code === 'string' && code.endsWith('Error')
  return isGits ? upstream(url, 'its response can’t be read') : error
}

function answerOf(error: Error): string {
  const status = 'data' in error ? Number((error.data as { statusCode?: unknown }).statusCode) : 0
  if (status === 403) return 'it rejected the username and password'
  if (status === 404) return 'it responded with 404: the repository doesn’t exist or is private'
  return `it responded with ${status}`
}
