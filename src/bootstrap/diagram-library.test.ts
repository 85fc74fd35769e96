import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTestFolder } from '#testing/test-folder.ts'

// Each case starts npm on processors that other tests use too.
vi.setConfig({ testTimeout: 60_000 })

const source = makeTestFolder()
const served = ['package.json', 'LICENSE', 'dist/mermaid.esm.min.mjs', 'dist/chunks/mermaid.esm.min/a.mjs']
for (const file of [...served, 'dist/mermaid.js', 'dist/chunks/mermaid.esm.min/a.mjs.map']) {
  mkdirSync(dirname(join(source, 'package', file)), { recursive: true })
  writeFileSync(join(source, 'package', file), JSON.stringify({ name: 'mermaid', version: '1.2.3' }))
}
execFileSync('tar', ['-czf', 'mermaid.tgz', 'package'], { cwd: source })
const archive = readFileSync(join(source, 'mermaid.tgz'))
const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`

/** A registry with Mermaid, which depends on a package that it does not have. */
const registry = createServer((request, response) => {
  if (request.url?.endsWith('.tgz')) return response.end(archive)
  const dist = { tarball: `http://${request.headers.host}/mermaid.tgz`, integrity }
  const version = { name: 'mermaid', version: '1.2.3', dependencies: { missing: '1.0.0' }, dist }
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({ name: 'mermaid', 'dist-tags': { latest: '1.2.3' }, versions: { '1.2.3': version } }),
  )
})
beforeAll(() => once(registry.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => {
  registry.closeAllConnections()
  registry.close()
})

/** Runs the program in a project whose lock file has this integrity. */
async function diagramLibrary(project: string, expected: string) {
  cpSync(import.meta.dirname, join(project, 'src/bootstrap'), { recursive: true })
  const packages = { 'node_modules/mermaid': { version: '1.2.3', integrity: expected } }
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ packages }))
  const program = `import { diagramLibrary } from './src/bootstrap/diagram-library.mjs'; console.log(diagramLibrary())`
  const { port } = registry.address() as AddressInfo
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: project,
    env: {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: join(project, 'npm-cache'),
    },
  })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code, folder: output.trim(), errors }
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))

test('the bundle of Mermaid comes without the packages it depends on', async () => {
  const { code, folder, errors } = await diagramLibrary(makeTestFolder(), integrity)
  expect([code, errors]).toEqual([0, ''])
  expect(filesIn(folder).sort()).toEqual([...served].sort())
})

test('an archive other than that of the lock file is refused', async () => {
  const { code, errors } = await diagramLibrary(makeTestFolder(), 'sha512-other')
  expect(code).not.toBe(0)
  expect(errors).toContain('The archive of mermaid 1.2.3 differs from the one in package-lock.json.')
})

test('an installed Mermaid is used as it is', async () => {
  const project = makeTestFolder()
  const installed = join(project, 'node_modules/mermaid')
  mkdirSync(join(installed, 'dist'), { recursive: true })
  writeFileSync(join(installed, 'dist/mermaid.esm.min.mjs'), '')
  expect((await diagramLibrary(project, 'sha512-other')).folder).toBe(installed)
})
