// Measures imports, merges of imports, pages created through the API, and the first `llms-full.txt`, while other
// requests arrive every 20 ms: node bench/imports.ts [folder of Markdown files] [--only small,large,pages,llms]
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { api } from '#contract/api.ts'
import { publishForEveryone } from '#testing/publish-for-everyone.ts'
import { zipArchive } from '../src/testing/archives.ts'
import { folderCount, largeDocumentation, pageText, smallDocumentation } from './documentations.ts'
import { record } from './goals/record.ts'
import { machineLabel } from './measure.ts'
import { type Figures, observed, rowOf, tableHead } from './observed.ts'
import { startBenchService } from './service.ts'

const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true })
const [folder] = positionals
const only = new Set(values.only?.split(',') ?? ['small', 'large', 'pages', 'llms'])
const pageCount = Number(process.env.BENCH_PAGES ?? 10_000)
const connections = 8

const service = await startBenchService()
const { call } = service
const { id: organizationId } = await call(api.organizations.create, { body: { title: 'Bench imports' } })
const newSpace = async (title: string) =>
  (await call(api.spaces.create, { params: { organizationId }, body: { title } })).id
const probed = await newSpace('Probed')
const rows: string[] = []

type Recorded = (figures: Figures) => Readonly<Record<string, number>>

async function measure<T>(name: string, work: () => Promise<T>, recorded?: Recorded): Promise<T> {
  const { result, figures } = await observed(service, { organizationId, spaceId: probed }, work)
  rows.push(rowOf(name, figures))
  if (recorded) record(recorded(figures))
  console.error(rows.at(-1))
  return result
}

/** Uploads an archive into a change request of a new space, waits for the import, and merges it. */
async function importAndMerge(
  name: string,
  files: Readonly<Record<string, string | Buffer>>,
  hasGoals = false,
): Promise<string> {
  const spaceId = await newSpace(name)
  const { id: changeRequestId } = await call(api.changeRequests.create, { params: { spaceId } })
  const body = new FormData()
  body.append('files', new Blob([new Uint8Array(await zipArchive(files))]), 'documentation.zip')
  const params = { spaceId, changeRequestId }
  const upload = async () => finished((await call(api.changeRequestContent.upload, { params, body })).id)
  await measure(`import ${name}`, upload, ({ seconds, waits, memory }) =>
    hasGoals
      ? {
          import: seconds,
          'import, longest wait': Math.max(...Object.values(waits)),
          'import, memory': memory.service,
        }
      : {},
  )
  await measure(
    `merge ${name}`,
    () => call(api.changeRequests.merge, { params }),
    ({ seconds }) => (hasGoals ? { merge: seconds } : {}),
  )
  return spaceId
}

async function finished(importRunId: string): Promise<void> {
  for (;;) {
    const { status, reason, report } = await call(api.imports.get, {
      params: { organizationId, importRunId },
    })
    if (status === 'completed') return console.error(`· ${JSON.stringify(report).slice(0, 600)}`)
    if (status !== 'pending' && status !== 'in-progress') throw new Error(`The import failed: ${reason}`)
    await sleep(100)
  }
}

/** Creates pages one by one, in folders. */
async function createPages(spaceId: string): Promise<void> {
  const insert = async (title: string, text: string, into?: string) => {
    const change = {
      operation: 'insert_page' as const,
      title,
      document: { markdown: text },
      ...(into ? { into } : {}),
    }
    const response = await call(api.spaceContent.edit, { params: { spaceId }, body: { changes: [change] } })
    const [created] = 'changes' in response ? response.changes : []
    if (created?.object !== 'created_page') throw new Error('The page was not created')
    return created.page.id
  }
  const folders: string[] = []
  for (let i = 0; i < folderCount; i++) folders.push(await insert(`Folder ${i}`, ''))
  let next = folderCount
  const create = async () => {
    for (let i = next++; i < pageCount; i = next++)
      await insert(`Page ${i}`, pageText(i), folders[i % folderCount])
  }
  await Promise.all(Array.from({ length: connections }, create))
}

/** The URL of a published site with about 2 MB of text. */
async function publishedSite(): Promise<string> {
  const spaceId = await newSpace('Published')
  const { id: importRunId } = await (async () => {
    const body = new FormData()
    const files = largeDocumentation(300, 7_000)
    body.append('files', new Blob([new Uint8Array(await zipArchive(files))]), 'documentation.zip')
    return call(api.spaceContent.upload, { params: { spaceId }, body })
  })()
  await finished(importRunId)
  const site = { title: 'Documentation', spaces: [spaceId] }
  const { id: siteId } = await call(api.sites.create, { params: { organizationId }, body: site })
  return publishForEveryone(call, { organizationId, siteId })
}

function filesOf(root: string): Record<string, Buffer> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const paths = entries.map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(paths.map((path) => [path.slice(root.length + 1), readFileSync(path)]))
}

try {
  if (only.has('small')) await importAndMerge(`${pageCount} small pages`, smallDocumentation(pageCount), true)
  if (only.has('large')) {
    const files = folder === undefined ? largeDocumentation(190, 40_000) : filesOf(folder.replace(/\/+$/, ''))
    const count = Object.keys(files).filter((path) => path.endsWith('.md')).length - 1
    await importAndMerge(`${count} large pages`, files)
  }
  if (only.has('pages')) {
    const spaceId = await newSpace('Pages')
    await measure(
      `${pageCount} pages, one request each`,
      () => createPages(spaceId),
      ({ seconds }) => ({ 'new pages': pageCount / seconds }),
    )
  }
  if (only.has('llms')) {
    const url = new URL('llms-full.txt', await publishedSite())
    const text = await measure(
      'first `llms-full.txt`',
      async () => (await fetch(url)).text(),
      ({ seconds }) => ({ 'llms-full.txt': seconds }),
    )
    console.error(`· llms-full.txt: ${text.length} characters, ${text.slice(0, 100)}`)
  }
  console.log([machineLabel('one round'), '', ...tableHead, ...rows].join('\n'))
} finally {
  await service.stop()
}
