import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cache, must, npmCommand, root, userError } from './processes.mjs'

/** Mermaid with its libraries, in chunks for browsers. */
const PARTS = ['package.json', 'LICENSE', 'dist/mermaid.esm.min.mjs', 'dist/chunks/mermaid.esm.min']

/**
 * The folder of Mermaid with the version and content of package-lock.json. npm installs a package only with everything it
 * depends on, which its bundle already contains: 113 packages and 200 MB. So the build unpacks the bundle from Mermaid's
 * archive, unless the packages for tests are installed.
 */
export function diagramLibrary() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const { version, integrity } = packages['node_modules/mermaid']
  const installed = join(root, 'node_modules/mermaid')
  if (existsSync(join(installed, 'dist/mermaid.esm.min.mjs'))) return installed
  const folder = join(cache, `mermaid-${version}`)
  if (!existsSync(folder)) unpack({ version, integrity }, folder)
  return folder
}

function unpack({ version, integrity }, folder) {
  mkdirSync(cache, { recursive: true })
  const temporary = mkdtempSync(join(cache, 'unpack-'))
  try {
    const { file, first, shell } = npmCommand()
    const options = ['pack', `mermaid@${version}`, '--pack-destination', temporary, '--ignore-scripts']
    must(file, [...first, ...options], { cwd: root, shell })
    const archive = join(temporary, `mermaid-${version}.tgz`)
    if (integrityOf(archive) !== integrity)
      throw userError(`The archive of mermaid ${version} differs from the one in package-lock.json.`)
    const parts = PARTS.map((part) => `package/${part}`)
    // A relative path, because tar takes a drive letter for a host.
    must('tar', ['-xzf', `mermaid-${version}.tgz`, '--exclude=*.map', ...parts], { cwd: temporary })
    renameSync(join(temporary, 'package'), folder)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

const integrityOf = (file) => `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
