import { type SpawnOptions, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, readFileSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { PostgresStartError } from './embedded-error.ts'

type User = { readonly uid: number; readonly gid: number }

/** The user and the command that run PostgreSQL's programs. */
export type Account = {
  /** The required owner of the data folder; undefined for an ordinary user, who owns it anyway. */
  readonly owner: User | undefined
  readonly command: (
    program: string,
    args: readonly string[],
  ) => { file: string; args: string[]; options: Pick<SpawnOptions, 'uid' | 'gid'> }
}

type AccountFolders = {
  /** Folders that PostgreSQL must be able to enter: its programs and the parent of its data. */
  readonly folders: readonly string[]
  /** The data folder, whose owner stays the same if it exists. */
  readonly dataFolder: string
}

const CURRENT_USER: Account = {
  owner: undefined,
  command: (file, args) => ({ file, args: [...args], options: {} }),
}

/**
 * PostgreSQL refuses to run as root, so root runs it as the data folder's owner, `postgres` or `nobody`. Throws if that
 * user cannot enter a folder and the system offers no workaround.
 */
export function accountFor(places: AccountFolders): Account {
  if (process.getuid?.() !== 0) return CURRENT_USER
  const user = unprivilegedUser(places.dataFolder)
  const plain: Account = {
    owner: user,
    command: (file, args) => ({ file, args: [...args], options: user }),
  }
  if (places.folders.every((folder) => isReachable(folder, user))) return plain
  const workaround = [withCapabilities(user), inUserNamespace(user)].find((account) =>
    works(account, places.folders),
  )
  if (workaround !== undefined) return workaround
  throw new PostgresStartError(
    `PostgreSQL does not run as root, and ${closedFolder(places.folders, user)} is closed to other users. ` +
      `Start Lectern as an ordinary user, open that folder (chmod o+x), set DATA_DIR to a folder elsewhere, or set DATABASE_URL.`,
  )
}

/** Runs as the user with capabilities to enter closed folders. */
function withCapabilities(user: User): Account {
  const capabilities = '+dac_override,+dac_read_search'
  const options = [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    `--inh-caps=${capabilities}`,
    `--ambient-caps=${capabilities}`,
    // Without this the kernel drops the capabilities for access(), which PostgreSQL calls.
    '--securebits=+no_setuid_fixup',
  ]
  return {
    owner: user,
    command: (file, args) => ({ file: 'setpriv', args: [...options, '--', file, ...args], options: {} }),
  }
}

/** Runs as root for the file system, but as an ordinary user within a user namespace. */
function inUserNamespace(user: User): Account {
  const options = ['--user', `--map-user=${user.uid}`, `--map-group=${user.gid}`]
  return {
    owner: { uid: 0, gid: 0 },
    command: (file, args) => ({ file: 'unshare', args: [...options, '--', file, ...args], options: {} }),
  }
}

function works(account: Account, folders: readonly string[]): boolean {
  const script = 'test "$(id -u)" != 0 && for folder; do test -x "$folder" -a -r "$folder" || exit 1; done'
  const { file, args } = account.command('sh', ['-c', script, 'sh', ...folders])
  return spawnSync(file, args, { stdio: 'ignore' }).status === 0
}

function unprivilegedUser(dataFolder: string): User {
  if (existsSync(dataFolder)) {
    const { uid, gid } = statSync(dataFolder)
    if (uid !== 0) return { uid, gid }
  }
  return userNamed('postgres') ?? userNamed('nobody') ?? { uid: 65534, gid: 65534 }
}

function userNamed(name: string): User | undefined {
  const accounts = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : ''
  const fields = accounts
    .split('\n')
    .map((line) => line.split(':'))
    .find((parts) => parts[0] === name)
  return fields === undefined ? undefined : { uid: Number(fields[2]), gid: Number(fields[3]) }
}

function closedFolder(folders: readonly string[], user: User): string {
  return (
    folders.flatMap(withParents).find((folder) => !canTraverse(statSync(folder), user)) ?? String(folders[0])
  )
}

function isReachable(folder: string, user: User): boolean {
  return withParents(folder).every((step) => canTraverse(statSync(step), user))
}

function withParents(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [...withParents(parent), folder]
}

/** Checks the execute bit for this user, without access control lists. */
function canTraverse({ mode, uid, gid }: Stats, user: User): boolean {
  if (uid === user.uid) return (mode & 0o100) !== 0
  return (mode & (gid === user.gid ? 0o010 : 0o001)) !== 0
}

/** Gives a folder to the account and closes it to all others. */
export function handOver(folder: string, account: Account): void {
  chmodSync(folder, 0o700)
  if (account.owner !== undefined) chownSync(folder, account.owner.uid, account.owner.gid)
}

/** Gives everything in a folder to the account if another account ran before. */
export function handOverAll(folder: string, account: Account): void {
  const { owner } = account
  const here = statSync(folder).uid
  if (owner === undefined) {
    if (process.getuid === undefined || here === process.getuid()) return
    throw new PostgresStartError(
      `The database folder ${folder} belongs to the user with the id ${here}. Start Lectern as that user or as root.`,
    )
  }
  if (here === owner.uid) return
  spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, folder])
}
