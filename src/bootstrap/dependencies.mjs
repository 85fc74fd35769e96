import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { npm, root, say, userError } from './processes.mjs'

const folder = join(root, 'node_modules')
const stamp = join(folder, '.lectern-installed')
const flags = ['--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund']

/** Installs the packages if package-lock.json changed since the last installation. */
export async function ensureDependencies() {
  const current = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return
  say('Installing packages…')
  if (!(await install())) throw userError('Couldn’t install the packages. The error of npm is above.')
  await restoreDatabaseLinks()
  writeFileSync(stamp, current)
}

/** Updates the existing packages. If that fails or there are none, installs all of them anew. */
async function install() {
  if (existsSync(folder) && (await npm(['install', '--no-save', ...flags])) === 0) return true
  return (await npm(['ci', ...flags])) === 0
}

/** Done now, because the folder may be read-only or owned by another user when the service runs. */
async function restoreDatabaseLinks() {
  const { packagedFolder, restoreLibraryLinks } = await import('../server/db/embedded-binaries.ts')
  const native = packagedFolder()
  if (native !== undefined && existsSync(dirname(native))) await restoreLibraryLinks(native)
}

function fingerprint() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return createHash('sha256').update(lock).update(process.platform).update(process.arch).digest('hex')
}
