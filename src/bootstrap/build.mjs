import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, say, userError } from './processes.mjs'

/** What both builds contain. */
const shared = ['src/contract', 'src/markup', 'src/published', 'package-lock.json']

/** The builds, each with its program in this folder. A stamp says which sources its results are from. */
const builds = {
  dashboard: {
    program: 'build-all.mjs',
    stamp: join(root, 'dist/.built'),
    results: ['dist/dashboard/index.html', 'dist/reader/manifest.json'],
    sources: [
      ...shared,
      'src/dashboard',
      'src/bootstrap/build-all.mjs',
      'src/bootstrap/dashboard-chunks.ts',
      'src/bootstrap/diagram-library.mjs',
      'src/bootstrap/direct-imports.ts',
      'src/bootstrap/first-paint.ts',
      'src/bootstrap/icons.ts',
      'public',
      'index.html',
      'vite.config.ts',
    ],
  },
  service: {
    program: 'build-service.mjs',
    stamp: join(root, 'dist/.built-service'),
    results: ['dist/service/main.mjs'],
    sources: [...shared, 'src/server', 'src/bootstrap/build-service.mjs', 'src/bootstrap/service-bundle.ts'],
  },
}

/** Runs the builds of which a source changed since the last time. */
export async function ensureBuild(names = Object.keys(builds)) {
  const outdated = names.filter((name) => !isUpToDate(builds[name]))
  if (outdated.length === 0) return
  const things = outdated.map((name) => `the ${name}`).join(' and ')
  say(`Building ${things}…`)
  if ((await build(outdated)) !== 0) throw userError(`Couldn’t build ${things}. The error is above.`)
}

/** Builds side by side, in separate processes, so that the service does not keep their memory. Returns the exit code. */
export async function build(names = Object.keys(builds)) {
  const codes = await Promise.all(names.map((name) => buildOne(builds[name])))
  return Math.max(...codes)
}

async function buildOne({ program, stamp, sources }) {
  // Computed before the build, so that changes during it are built next time.
  const content = { times: fingerprint(sources, timesOf), contents: fingerprint(sources, contentsOf) }
  const code = await run(process.execPath, [join(root, 'src/bootstrap', program)], { quiet: true })
  if (code === 0) writeStamp(stamp, content)
  return code
}

/** Compares times and sizes first, and reads files only if those differ. */
function isUpToDate({ stamp, results, sources }) {
  if (!existsSync(stamp) || !results.every((file) => existsSync(join(root, file)))) return false
  const built = JSON.parse(readFileSync(stamp, 'utf8'))
  const times = fingerprint(sources, timesOf)
  if (built.times === times) return true
  if (built.contents !== fingerprint(sources, contentsOf)) return false
  writeStamp(stamp, { ...built, times })
  return true
}

function writeStamp(stamp, content) {
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, JSON.stringify(content))
}

function fingerprint(sources, aspect) {
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
