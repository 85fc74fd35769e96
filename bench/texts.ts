// Sends hostile texts through a real service (save, read, publish, search, compare, merge, export) while `/healthz` is
// polled.
// Exits with 1 if an answer is a 5xx, or `/healthz` waited while the main thread worked for more than 100 ms.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { api } from '#contract/api.ts'
import { constructNames, largestText, repeatedText } from '#testing/hostile-texts.ts'
import { machineLabel } from './measure.ts'
import { type BenchService, startBenchService } from './service.ts'

const { values } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true })
const MAX_WAIT_MS = 100
/** A text of this length is refused if it is too complex. */
const FULL_LENGTH = 1_000_000

const steps = [
  'save',
  'document',
  'published',
  'llms',
  'search',
  'propose',
  'changes',
  'merge',
  'insert',
  'export',
] as const

const service = await startBenchService()
try {
  await main(service)
} finally {
  await service.stop()
}

async function main({ call, baseUrl, token, pid }: BenchService): Promise<void> {
  const { id: organizationId } = await call(api.organizations.create, { body: { title: 'Texts' } })
  const params = { organizationId }
  console.log([machineLabel(), '', `| Text | Characters | ${steps.join(' | ')} |`].join('\n'))
  console.log(`| --- | --- | ${steps.map(() => '---').join(' | ')} |`)
  for (const name of constructNames.filter((one) => one === (values.only ?? one))) {
    for (const text of [largestText(name), repeatedText(name, FULL_LENGTH)]) {
      const { id: spaceId } = await call(api.spaces.create, { params, body: { title: name } })
      const site = await call(api.sites.create, { params, body: { title: name, spaces: [spaceId] } })
      const { basename } = await call(api.sites.publish, { params: { ...params, siteId: site.id } })
      const base = `${baseUrl}/v1/spaces/${spaceId}`
      const sites = `${baseUrl}/sites/${basename}`
      const cells = await drive({ base, baseUrl, site: sites, token, pid }, text)
      console.log(`| ${name} | ${text.length} | ${cells.join(' | ')} |`)
    }
  }
}

type Target = {
  /** Of the space in the API. */
  readonly base: string
  readonly baseUrl: string
  /** The published site. */
  readonly site: string
  readonly token: string
  readonly pid: number
}

/** The response of each step, and the longest wait of `/healthz` during it, in ms of processor time. */
async function drive(target: Target, text: string): Promise<string[]> {
  const { base, site, token } = target
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${base}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  }
  const insert = (markdown: string) => ({
    changes: [{ operation: 'insert_page', title: 'Page', ref: 'page', document: { markdown } }],
  })
  const visit = async (path: string) => {
    const response = await fetch(`${site}${path}`)
    return { status: response.status, text: await response.text() }
  }
  await send('POST', 'content', insert('Before.\n\nSame.'))
  const { pages } = JSON.parse((await send('GET', 'content')).text)
  const page = pages[0].id
  const update = (markdown: string) => ({
    changes: [{ operation: 'update_page', page, document: { markdown } }],
  })
  const { id: request } = JSON.parse((await send('POST', 'change-requests', {})).text)
  const run: Record<(typeof steps)[number], () => Promise<{ status: number }>> = {
    save: () => send('POST', 'content', update(text)),
    document: () => send('GET', `content/page/${page}?format=document`),
    published: () => visit('/'),
    llms: () => visit('/llms-full.txt'),
    search: () => send('GET', 'search?query=before'),
    propose: () => send('POST', `change-requests/${request}/content`, update(`${text}\n\nMore.`)),
    changes: () => send('GET', `change-requests/${request}/changes`),
    merge: () => send('POST', `change-requests/${request}/merge`),
    insert: () => send('POST', 'content', insert(text)),
    export: () => send('GET', 'export'),
  }
  const cells: string[] = []
  for (const step of steps) {
    const { result, ms } = await longestWaitDuring(target, run[step])
    if (result.status >= 500 || ms > MAX_WAIT_MS) process.exitCode = 1
    cells.push(result.status < 300 ? `${ms}` : `${ms} (${result.status})`)
  }
  return cells
}

/** Processor time of the main thread in ms (Linux only). */
function cpuMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

async function longestWaitDuring<T>(
  { baseUrl, pid }: Target,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly ms: number }> {
  const running = work()
  let isRunning = true
  const end = () => {
    isRunning = false
  }
  const done = running.then(end, end)
  let longest = 0
  while (isRunning) {
    const before = cpuMs(pid)
    await (await fetch(`${baseUrl}/healthz`)).text()
    longest = Math.max(longest, cpuMs(pid) - before)
    await Promise.race([pause(5), done])
  }
  return { result: await running, ms: Math.round(longest) }
}
