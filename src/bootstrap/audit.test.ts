import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { makeTestFolder } from '#testing/test-folder.ts'

// Each case starts npm on processors that other tests use too.
vi.setConfig({ testTimeout: 60_000 })

const project = makeTestFolder()
const manifest = {
  name: 'p',
  version: '1.0.0',
  dependencies: { part: '1.0.0' },
  devDependencies: { tool: '1.0.0' },
}
const packages = {
  '': manifest,
  'node_modules/part': { version: '1.0.0', resolved: 'https://registry.example/part.tgz' },
  'node_modules/tool': { version: '1.0.0', resolved: 'https://registry.example/tool.tgz', dev: true },
}
writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
const lock = { name: 'p', version: '1.0.0', lockfileVersion: 3, packages }
writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lock))

let server: Server | undefined
let child: ChildProcess | undefined
afterEach(async () => {
  child?.kill('SIGKILL')
  if (server === undefined) return
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  server = undefined
})

/** A registry that answers audits with these advisories, or with a status. */
async function registry(answer: object | number): Promise<string> {
  server = createServer((request, response) => {
    request.resume().once('end', () => {
      if (typeof answer === 'number') return response.writeHead(answer).end()
      const versions = {
        '1.0.0': { name: 'part', version: '1.0.0' },
        '1.0.1': { name: 'part', version: '1.0.1' },
      }
      const isAudit = request.method === 'POST'
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify(isAudit ? answer : { name: 'part', 'dist-tags': { latest: '1.0.1' }, versions }),
      )
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function audit(address: string): Promise<{ code: unknown; output: string }> {
  const module = JSON.stringify(join(import.meta.dirname, 'audit.mjs'))
  const program = `import { audit } from ${module}
    process.exitCode = audit(['--fetch-retries=0', '--registry=${address}'], ${JSON.stringify(project)})`
  const env = { ...process.env, npm_config_cache: join(project, 'cache') }
  const running = spawn(process.execPath, ['--input-type=module', '--eval', program], { env })
  child = running
  const [output, errors, [code]] = await Promise.all([
    text(running.stdout),
    text(running.stderr),
    once(running, 'close'),
  ])
  return { code, output: output + errors }
}

test('an audit names vulnerable production packages and their fixes', async () => {
  const advisory = {
    id: 1,
    url: 'https://advisories.example/1',
    title: 'Reads files of others',
    severity: 'high',
    vulnerable_versions: '<1.0.1',
  }
  const { code, output } = await audit(await registry({ part: [advisory] }))
  expect(output).toContain('part 1.0.0: high; update part to 1.0.1')
  expect(output).toContain('Reads files of others: https://advisories.example/1')
  expect(code).toBe(1)
})

test('an audit without findings passes', async () => {
  const { code, output } = await audit(await registry({}))
  expect(output).toMatch(
    /^None of 1 production packages has a known vulnerability of level moderate or above\.$/m,
  )
  expect(code).toBe(0)
})

test('an audit that nothing answers says that nothing was checked', async () => {
  const refused = await audit(await registry(405))
  expect(refused.output).toMatch(/^The packages were not checked: 405 Method Not Allowed/)
  expect(refused.code).toBe(2)
})
