import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { type Files, type GitServer, gitRepository, gitServer } from '#testing/git-server.ts'
import { useImports } from '#testing/importing.ts'
import { makeTestFolder } from '#testing/test-folder.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1', LECTERN_IMPORT_MAX_MB: '1' })
const { aSpace, over, startGit, stopWork, treeOf, work } = useImports(app)

const servers: GitServer[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A server that counts what it sends, and the files that each request wants. */
async function partialServer(files: Files, holdAt?: (wants: readonly number[]) => Promise<boolean>) {
  const sent = { bytes: 0, wants: [] as number[] }
  const server = await gitServer(await gitRepository(makeTestFolder(), files), {
    isPartial: true,
    async before({ request, response }) {
      const write = response.write.bind(response) as (chunk: Uint8Array) => boolean
      response.write = ((chunk: Uint8Array) => {
        sent.bytes += chunk.length
        return write(chunk)
      }) as typeof response.write
      if (request.method === 'POST') sent.wants.push(await wantsOf(request))
      return (await holdAt?.(sent.wants)) ?? false
    },
  })
  servers.push(server)
  return { url: server.url, sent }
}

/** Counts the objects that a request wants, and leaves its body to be read. */
async function wantsOf(request: IncomingMessage): Promise<number> {
  const chunks: Buffer[] = []
  for await (const chunk of request.iterator({ destroyOnReturn: false })) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const pipe: IncomingMessage['pipe'] = (target) => {
    target.end(body)
    return target
  }
  request.pipe = pipe
  return body.toString('latin1').split('want ').length - 1
}

const files = {
  'docs/README.md': '# Read me\n\n[guide](guide.md) ![pic](pic.png)',
  'docs/guide.md': '# Guide',
  'docs/pic.png': randomBytes(20_000),
  'films/one.mp4': randomBytes(3 * 1_048_576),
}

test('only the requested folder of a repository is fetched, and only it counts against the limit', async () => {
  const space = await aSpace()
  const { url, sent } = await partialServer(files)
  const run = await over(space, await startGit(space, { url, directory: 'docs', ref: 'main' }))
  expect(run).toMatchObject({ status: 'completed', report: { pages: 2, files: 1, linksBroken: 0 } })
  expect(run.source).toMatchObject({ commit: expect.stringMatching(/^[0-9a-f]{40}$/), message: 'Pages' })
  expect(await treeOf(space)).toEqual(['Read me', 'Guide'])
  expect(sent.bytes).toBeGreaterThan(20_000)
  expect(sent.bytes).toBeLessThan(60_000)
})

test('a folder beyond the limit is refused', async () => {
  const space = await aSpace()
  const { url } = await partialServer(files)
  const run = await over(space, await startGit(space, { url }))
  expect(run).toMatchObject({ status: 'failed', reason: 'The folder is larger than 1 MB' })
})

test('a missing branch is named', async () => {
  const space = await aSpace()
  const { url } = await partialServer(files)
  const run = await over(space, await startGit(space, { url, ref: 'gone' }))
  expect(run.reason).toMatch(/it has no branch or tag named gone/)
})

test('an import that was interrupted continues with the files that have arrived', async () => {
  const space = await aSpace()
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`docs/p${index}.md`, `# Page ${index}`]),
  )
  const held = Promise.withResolvers<void>()
  let isHeld = true
  const { url, sent } = await partialServer(many, async (wants) => {
    if (!isHeld || wants.at(-1) !== 44) return false
    held.resolve()
    return true
  })
  const started = await startGit(space, { url, directory: 'docs' })
  await held.promise
  await stopWork()
  isHeld = false
  sent.wants.length = 0
  await work()
  expect(await over(space, started)).toMatchObject({ status: 'completed', report: { pages: 300 } })
  expect(sent.wants.filter((count) => count > 1)).toEqual([44])
}, 60_000)
