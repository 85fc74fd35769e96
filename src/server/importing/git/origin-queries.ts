import { asJson, type Tx } from '../../db/client.ts'
import type { GitSync } from '../../db/tables/people.ts'
import { sshAddressOf } from './ssh-address.ts'

type Imported = {
  readonly organizationId: string
  readonly importId: string
  readonly spaceId: string
  /** Set when the pages went to a change request instead of the space. */
  readonly changeRequest?: string | undefined
}

/** Records the commit on the revision that an import made, and its repository on the space. Other imports have none. */
export async function recordGitOrigin(
  tx: Tx,
  { organizationId, importId, spaceId, changeRequest }: Imported,
  revision: string,
  now: Date,
): Promise<void> {
  const run = await tx
    .selectFrom('import_run')
    .select('source')
    .where('organization_id', '=', organizationId)
    .where('id', '=', importId)
    .executeTakeFirst()
  if (run?.source.type !== 'git' || run.source.commit === undefined) return
  const { commit: oid, message = '', ref, url } = run.source
  const branch = ref?.replace(/^refs\/(?:heads|tags)\//, '')
  const git = { oid, message, url: commitUrl(url, oid), ...(branch === undefined ? {} : { ref: branch }) }
  await tx
    .updateTable('revision')
    .set({ git: asJson(git) })
    .where('organization_id', '=', organizationId)
    .where('id', '=', revision)
    .execute()
  if (changeRequest !== undefined) return
  await tx
    .updateTable('space')
    .set({ git_sync: asJson(gitSyncOf(url, branch, now)) })
    .where('organization_id', '=', organizationId)
    .where('id', '=', spaceId)
    .execute()
}

/** The address of a repository for people, without `.git` at its end. */
function webAddress(url: string): string {
  const ssh = sshAddressOf(url)
  const address = ssh === null ? url : `https://${ssh.host}/${ssh.path.replace(/^\//, '')}`
  return address.replace(/\/+$/, '').replace(/\.git$/, '')
}

function providerOf(url: string): GitSync['installationProvider'] {
  const { hostname } = new URL(webAddress(url))
  if (hostname === 'github.com') return 'github'
  return hostname === 'gitlab.com' || hostname.startsWith('gitlab.') ? 'gitlab' : undefined
}

export function gitSyncOf(url: string, branch: string | undefined, now: Date): GitSync {
  const address = webAddress(url)
  const provider = providerOf(url)
  const tree = provider === undefined || branch === undefined ? '' : `${folderOn(provider)}/tree/${branch}`
  return {
    repoName: new URL(address).pathname.slice(1),
    ...(provider === undefined ? {} : { installationProvider: provider }),
    url: address + tree,
    updatedAt: now.toISOString(),
  }
}

const folderOn = (provider: GitSync['installationProvider']) => (provider === 'gitlab' ? '/-' : '')

export function commitUrl(url: string, oid: string): string {
  const provider = providerOf(url)
  return provider === undefined ? webAddress(url) : `${webAddress(url)}${folderOn(provider)}/commit/${oid}`
}
