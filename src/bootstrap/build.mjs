import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, say, userError } from './processes.mjs'

const stamp = join(root, 'dist/.built')
const results = ['dist/dashboard/index.html', 'dist/reader/manifest.json']
const sources = [
  'src/dashboard',
  'src/contract',
  'src/markup',
  'src/published',
  'src/bootstrap/build-all.mjs',
  'src/bootstrap/dashboard-chunks.ts',
  'src/bootstrap/diagram-library.mjs',
  'src/bootstrap/direct-imports.ts',
  'src/bootstrap/first-paint.ts',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
]

/** Builds the dashboard and the assets of published pages if a source changed since the last build. */
export async function ensureBuild() {
  if (isUpToDate()) return
  say('Building the dashboard…')
  if ((await build()) !== 0) throw userError('Couldn’t build the dashboard. The error is above.')
}

/** Builds in a separate process, so that the service does not keep the memory of the tools. Returns the exit code. */
export async function build() {
  // Computed before the build, so that changes during it are built next time.
  const { times, contents } = { times: fingerprint(timesOf), contents: fingerprint(contentsOf) }
  const code = await run(process.execPath, [join(root, 'src/bootstrap/build-all.mjs')], { quiet: true })
  if (code === 0) writeStamp({ times, contents })
  return code
}

/** Compares times and sizes first, and reads files only if those differ. */
function isUpToDate() {
  if (!existsSync(stamp) || !results.every((file) => existsSync(join(root, file)))) return false
  const built = JSON.parse(readFileSync(stamp, 'utf8'))
  const times = fingerprint(timesOf)
  if (built.times === times) return true
  if (built.contents !== fingerprint(contentsOf)) return false
  writeStamp({ ...built, times })
  return true
}

function writeStamp(content) {
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, JSON.stringify(content))
}

function fingerprint(aspect) {
  const hash = createHash('sha256')
  for (const source of sources) {
    const path = join(root, source)
    if (existsSync(path)) addTo(hash, path, source, aspect)
  }
  return hash.digest('hex')
}

function addTo(hash, path, name, aspect) {
  const stats = statSync(path)
  if (stats.isDirectory()) {
    for (const child of readdirSync(path).sort()) addTo(hash, join(path, child), `${name}/${child}`, aspect)
    return
  }
  // The build generates .gen.ts files and does not include tests.
  if (/\.gen\.ts$|\.test\.tsx?$/.test(name)) return
  hash.update(`${name}\n`).update(aspect(path, stats))
}

const timesOf = (_path, { mtimeMs, size }) => `${mtimeMs} ${size}\n`
const contentsOf = (path) => readFileSync(path)
