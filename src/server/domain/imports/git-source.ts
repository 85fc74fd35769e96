import type { GitSource } from '#contract/imports.ts'
import type { ImportSource } from '../../db/tables/imports.ts'
import { DomainError } from '../../errors.ts'
import type { Credentials } from '../../importing/secrets.ts'

type GitInput = Pick<GitSource, 'url' | 'ref' | 'directory' | 'username' | 'password'>

/**
 * Splits a repository into its stored source and its credentials, which may also be part of the URL.
 * @throws {DomainError} `validation` for a repository over plain http
 */
export function parseGitSource(
  input: GitInput,
  { allowPrivateNetwork }: { readonly allowPrivateNetwork: boolean },
): { readonly source: ImportSource; readonly credentials: Credentials | undefined } {
  const url = new URL(input.url)
  if (url.protocol !== 'https:' && !allowPrivateNetwork) {
    throw new DomainError('validation', 'Use an https:// address', {
      issues: [{ path: ['body', 'url'], message: 'Enter an address that starts with https://' }],
    })
  }
  const username = input.username || decoded(url.username)
  const password = input.password || decoded(url.password)
  url.username = ''
  url.password = ''
  url.hash = ''
  const withCredentials = username !== '' || password !== ''
  const { ref, directory = '' } = input
  const folder = directory.replace(/^\.?\/+|\/+$/g, '')
  return {
    source: {
      type: 'git',
      url: url.href,
      ...(ref === undefined ? {} : { ref }),
      ...(folder === '' || folder === '.' ? {} : { directory: folder }),
      withCredentials,
    },
    credentials: withCredentials ? { username, password } : undefined,
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A stray percent sign: the credential is used as it is written.
    return text
  }
}
