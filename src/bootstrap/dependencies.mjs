import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { complaint, npm, root, say } from './processes.mjs'

const folder = join(root, 'node_modules')
const stamp = join(folder, '.lectern-installed')
const flags = ['--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund']

/** Installs what package-lock.json names, when that changed since the last time. */
export async function ensureDependencies() {
  const wanted = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('The packages are installed.')
  if (!(await install())) throw complaint('npm could not install the packages; what it said stands above.')
  await restoreDatabaseLinks()
  writeFileSync(stamp, wanted)
}

/** What is there already is completed; only where that fails, or there is nothing, is all fetched anew. */
async function install() {
  const isFresh = !existsSync(folder)
  if (!isFresh && (await npm(['install', '--no-save', ...flags])) === 0) return true
  return (await npm(['ci', ...flags])) === 0
}

/** Done now because the folder may belong to somebody else, or be read-only, when the service runs. */
async function restoreDatabaseLinks() {
  const { packagedFolder, restoreLibraryLinks } = await import('../server/db/embedded-binaries.ts')
  const native = packagedFolder()
  if (native !== undefined && existsSync(dirname(native))) await restoreLibraryLinks(native)
}

function fingerprint() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return createHash('sha256').update(lock).update(process.platform).update(process.arch).digest('hex')
}
