import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, handOver } from './embedded-account.ts'
import { SUPERUSER } from './embedded-address.ts'
import type { Binaries } from './embedded-binaries.ts'
import { PostgresStartError } from './embedded-error.ts'

const run = promisify(execFile)

/** The PostgreSQL version of a data folder, undefined if there is none yet. */
export function majorOfFolder(dataFolder: string): number | undefined {
  const file = join(dataFolder, 'PG_VERSION')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
}

/**
 * Creates an empty database cluster under a temporary name and renames it, so that an interrupted first start leaves
 * nothing incomplete behind.
 */
export async function createCluster(
  dataFolder: string,
  programs: { binaries: Binaries; account: Account; passwordFile: string | undefined },
): Promise<void> {
  removeLeftovers(dataFolder)
  const temporary = mkdtempSync(`${dataFolder}.new-`)
  try {
    handOver(temporary, programs.account)
    await initialize(temporary, programs)
    renameSync(temporary, dataFolder)
  } catch (error) {
    // A concurrent start was faster: its cluster is used.
    if (majorOfFolder(dataFolder) === undefined) throw error
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** The environment of PostgreSQL's programs, without the service's secrets and settings. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, SystemRoot } = process.env
  return { PATH, TMPDIR, SystemRoot, LC_ALL: 'C', TZ: 'UTC' }
}

async function initialize(
  folder: string,
  { binaries, account, passwordFile }: Parameters<typeof createCluster>[1],
): Promise<void> {
  const shared = ['-D', folder, '-U', SUPERUSER, '-E', 'UTF8', '--no-sync', '--no-instructions']
  // Other users cannot enter the socket's folder, but every local user can reach a port.
  const authentication =
    passwordFile === undefined
      ? ['--auth-local=trust', '--auth-host=reject']
      : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const failures: string[] = []
  for (const locale of localesFor(binaries.major)) {
    const initdbArgs = [...shared, ...authentication, ...locale]
    const { file, args, options } = account.command(join(binaries.bin, 'initdb'), initdbArgs)
    const failure = await run(file, args, { ...options, cwd: '/', env: programEnvironment() }).then(
      () => undefined,
      (error) => `${error.stderr || error.message}`.trim(),
    )
    if (failure === undefined) return
    failures.push(failure)
  }
  throw new PostgresStartError(`Couldn’t create the database in ${folder}: ${failures.at(-1)}`)
}

/** Unicode rules that do not depend on the locales of the machine. */
function localesFor(major: number): string[][] {
  if (major >= 17) return [['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']]
  return [['--locale=C.UTF-8'], ['--locale=C']]
}

/** Removes folders of killed first starts; a start in progress has a younger folder. */
function removeLeftovers(dataFolder: string): void {
  const parent = dirname(dataFolder)
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name)
    const isLeftover =
      name.startsWith(`${basename(dataFolder)}.new-`) && Date.now() - statSync(folder).mtimeMs > 3_600_000
    if (isLeftover) rmSync(folder, { recursive: true, force: true })
  }
}
