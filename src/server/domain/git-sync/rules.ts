import type { Role } from '#contract/shared/permissions.ts'
import type { SpaceGitSync } from '#contract/space-git-sync.ts'
import { DomainError, invalid } from '../../errors.ts'
import { sshAddressOf } from '../../importing/git/ssh-address.ts'

const at = (field: string, message: string) => invalid([{ path: ['body', field], message }])

/**
 * The address of a repository as it is stored, for the kind of credentials that it needs.
 * @throws {DomainError} `validation`
 */
export function checkedAddress(
  url: string,
  credentials: SpaceGitSync['credentials']['type'],
  { allowPrivateNetwork }: { readonly allowPrivateNetwork: boolean },
): string {
  const address = url.trim()
  if (sshAddressOf(address) !== null) {
    if (credentials === 'ssh') return address
    throw at('credentials', 'Use an SSH key for this address, or enter its https:// address')
  }
  const parsed = URL.parse(address)
  const isHttp = parsed?.protocol === 'https:' || (allowPrivateNetwork && parsed?.protocol === 'http:')
  if (parsed === null || !isHttp)
    throw at(
      'url',
      'Enter an address such as https://example.org/acme/docs.git or git@example.org:acme/docs.git',
    )
  if (parsed.username !== '' || parsed.password !== '')
    throw at('url', 'Enter the username and token below, not in the address')
  if (parsed.search !== '' || parsed.hash !== '') throw at('url', 'Use an address without “?” and “#”')
  if (credentials === 'ssh')
    throw at('url', 'Use an address such as git@example.org:acme/docs.git with an SSH key')
  return parsed.href.replace(/\/+$/, '')
}

/**
 * Only admins can let pushed commits bypass the rules of the space, its collections and the organization. What is set
 * already can be sent again.
 * @throws {DomainError} `forbidden`
 */
export function expectMayBypassRules(
  role: Role | null,
  importMode: SpaceGitSync['importMode'] | undefined,
  former?: SpaceGitSync['importMode'],
): void {
  if (importMode !== 'space-without-rules' || importMode === former || role === 'admin') return
  throw new DomainError(
    'forbidden',
    'Only admins of this space can let pushed commits bypass its merge rules',
    { needed: 'admin' },
  )
}

/** A folder without slashes around it; empty for the whole repository. */
export const normalizedFolder = (folder: string): string =>
  folder
    .split('/')
    .filter((name) => name !== '' && name !== '.')
    .join('/')

/** A branch by its own name. */
export const branchName = (ref: string): string => ref.replace(/^refs\/heads\//, '')

export const alreadyConnected = () =>
  new DomainError('invalid_state', 'This space is connected to a repository already. Disconnect it first')

/** @throws {DomainError} `invalid_state` */
export function expectActive({ paused }: { readonly paused: boolean }): void {
  if (paused) throw new DomainError('invalid_state', 'The sync is paused. Resume it first')
}
