import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, vi } from 'vitest'
import { makeTestFolder } from './test-folder.ts'

// Each case starts Node or npm on processors that other tests use too.
vi.setConfig({ testTimeout: 60_000 })

const SOURCES = join(import.meta.dirname, '..')
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** A project folder with our bootstrap and these files instead of the product. */
export function createProject(files: Record<string, string> = {}, { installed = true } = {}): string {
  const project = makeTestFolder()
  const sources = [
    'bootstrap.mjs',
    'bootstrap',
    'server/db/embedded-binaries.ts',
    'server/db/embedded-error.ts',
  ]
  for (const part of sources) cpSync(join(SOURCES, part), join(project, 'src', part), { recursive: true })
  const manifest = { name: 'p', version: '1.0.0', type: 'module' }
  const defaults = {
    'package.json': JSON.stringify(manifest),
    'package-lock.json': '{}',
    'src/bootstrap/build-service.mjs': copyService,
  }
  for (const [name, content] of Object.entries({ ...defaults, ...files })) {
    mkdirSync(dirname(join(project, name)), { recursive: true })
    writeFileSync(join(project, name), content)
  }
  if (installed) markInstalled(project)
  return project
}

/** A build of the service that only copies it. */
const copyService = `
  import { cpSync, existsSync, mkdirSync } from 'node:fs'
  mkdirSync('dist/service', { recursive: true })
  if (existsSync('src/server/main.ts')) cpSync('src/server/main.ts', 'dist/service/main.mjs')`

/** Writes the stamp that the bootstrap writes after an installation for tests. */
function markInstalled(project: string): void {
  const lock = createHash('sha256').update('{}').update(process.platform).update(process.arch).digest('hex')
  mkdirSync(join(project, 'node_modules'), { recursive: true })
  writeFileSync(join(project, 'node_modules/.lectern-installed'), JSON.stringify({ lock, tier: 'all' }))
}

/** A program that writes a report where the bootstrap reads it. */
export function report(name: string, content: unknown, code = 0): string {
  const path = JSON.stringify(`node_modules/.cache/lectern/${name}`)
  return `import('node:fs').then(({ writeFileSync }) => {
    writeFileSync(${path}, ${JSON.stringify(JSON.stringify(content))})
    process.exit(${code})
  })`
}

/** Runs the bootstrap, or another program of the project, until it ends. */
export async function bootstrap(
  project: string,
  args: string[],
  { nodeArgs = [], file = 'src/bootstrap.mjs' }: { nodeArgs?: string[]; file?: string } = {},
) {
  const env = { ...process.env, LECTERN_CHROMIUM: process.execPath, npm_lifecycle_event: undefined }
  const child = spawn(process.execPath, [...nodeArgs, file, ...args], { cwd: project, env })
  endAfterTest(child)
  let output = ''
  let errors = ''
  child.stdout.on('data', (part) => {
    output += part
  })
  child.stderr.on('data', (part) => {
    errors += part
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, output, errors }
}

/** Kills a process after the test if it still runs. */
export function endAfterTest(child: ChildProcess): void {
  children.push(child)
}
