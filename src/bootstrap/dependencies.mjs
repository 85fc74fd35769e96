import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { npm, root, say, userError } from './processes.mjs'

const folder = join(root, 'node_modules')
const stamp = join(folder, '.lectern-installed')
const flags = ['--ignore-scripts', '--include=optional', '--no-audit', '--no-fund']

/** The sets of packages. Each contains the one before, so a folder with a larger set serves all commands. */
const TIERS = {
  // Mermaid, the only peer dependency, is served from its own bundle: see diagram-library.mjs.
  run: ['--omit=dev', '--omit=peer'],
  all: ['--include=dev', '--include=peer'],
}

/** These commands build and run the service. All others also need the tools for tests and benchmarks. */
const RUN_COMMANDS = ['start', 'dev', 'build', 'lectern', 'audit', 'release', 'image']

/** Installs the packages of a command if they are missing or package-lock.json changed since the last installation. */
export async function ensureDependencies(command) {
  await installPackages(command)
  const installed = readStamp()
  if (installed.hasDatabaseLinks) return
  await restoreDatabaseLinks()
  writeStamp({ ...installed, hasDatabaseLinks: true })
}

/** The part of it that also runs under an older Node, while the newer one is being installed. */
export async function installPackages(command) {
  const lock = fingerprint()
  const installed = readStamp()
  // What was installed for tests stays.
  const tier = RUN_COMMANDS.includes(command) && installed?.tier !== 'all' ? 'run' : 'all'
  if (installed?.lock === lock && [tier, 'all'].includes(installed.tier)) return
  say(
    installed?.tier === 'run' && tier === 'all'
      ? 'Installing the packages for tests…'
      : 'Installing packages…',
  )
  if (!(await install(TIERS[tier])))
    throw userError('Couldn’t install the packages. The error of npm is above.')
  writeStamp({ lock, tier })
}

/** Updates the existing packages. If that fails or there are none, installs all of them again. */
async function install(tier) {
  if (existsSync(folder) && (await npm(['install', '--no-save', ...flags, ...tier])) === 0) return true
  return (await npm(['ci', ...flags, ...tier])) === 0
}

/** Done now, because the folder may be read-only or owned by another user when the service runs. */
async function restoreDatabaseLinks() {
  const { packagedFolder, restoreLibraryLinks } = await import('../server/db/embedded-binaries.ts')
  const native = packagedFolder()
  if (native !== undefined && existsSync(dirname(native))) await restoreLibraryLinks(native)
}

/** What was installed; undefined if nothing, or by a version without sets. */
function readStamp() {
  try {
    return JSON.parse(readFileSync(stamp, 'utf8'))
  } catch {
    return undefined
  }
}

function writeStamp(content) {
  writeFileSync(stamp, JSON.stringify(content))
}

function fingerprint() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return createHash('sha256').update(lock).update(process.platform).update(process.arch).digest('hex')
}
