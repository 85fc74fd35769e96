// Imports documentations, publishes each as a site, reads the site as a crawler does, and exports it again:
// node bench/corpora.ts <folder>…
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { structuredPatch } from 'diff'
import { api } from '#contract/api.ts'
import { publishForEveryone } from '#testing/publish-for-everyone.ts'
import { readZipArchive } from '../src/testing/archives.ts'
import { type Crawl, crawlSite } from './crawl-site.ts'
import { machineLabel } from './measure.ts'
import { observed } from './observed.ts'
import { startBenchService } from './service.ts'

const folders = process.argv.slice(2)
if (folders.length === 0) throw new Error('Usage: node bench/corpora.ts <folder>…')

/** Files of a repository that say nothing about its documentation. */
const IGNORED = /(?:^|\/)(?:\.git|\.github|node_modules)\//

function filesOf(root: string): Record<string, Buffer> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const paths = entries.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
  return Object.fromEntries(
    paths.filter((path) => !IGNORED.test(path)).map((path) => [path, readFileSync(join(root, path))]),
  )
}

/** What an export changes in the text files of a source. */
function roundTrip(source: Readonly<Record<string, Buffer>>, exported: Readonly<Record<string, Buffer>>) {
  const texts = Object.keys(source).filter((path) => /\.(?:md|ya?ml)$/.test(path))
  const missing = texts.filter((path) => !(path in exported))
  const changed: string[] = []
  let lines = 0
  for (const path of texts) {
    const after = exported[path]
    const before = source[path]
    if (after === undefined || before === undefined || before.equals(after)) continue
    changed.push(path)
    const { hunks } = structuredPatch(path, path, before.toString(), after.toString(), '', '', { context: 0 })
    lines += hunks.flatMap((hunk) => hunk.lines).filter((line) => line.startsWith('-')).length
  }
  return { texts: texts.length, missing, changed, lines }
}

/** The paths at which a host publishes the files that `SUMMARY.md` lists: folders and name, without extension and `README`. */
function pathsByFile(files: Readonly<Record<string, Buffer>>): string[] {
  const listed = [...String(files['SUMMARY.md'] ?? '').matchAll(/\]\(<?([^)#>]+\.md)/g)]
    .map(([, path = '']) => decodeURIComponent(path))
    .filter((path) => path in files)
  const paths = listed.map((path) => path.replace(/(?:^|\/)README\.md$/, '').replace(/\.md$/, ''))
  return [...new Set(paths)]
}

const service = await startBenchService()
const { call } = service
const { id: organizationId } = await call(api.organizations.create, { body: { title: 'Corpora' } })
const { id: probed } = await call(api.spaces.create, {
  params: { organizationId },
  body: { title: 'Probed' },
})

async function importFolder(root: string) {
  const files = filesOf(root)
  const title = basename(root)
  const { id: spaceId } = await call(api.spaces.create, { params: { organizationId }, body: { title } })
  const body = new FormData()
  // Single files, because a zip has a limit that images easily exceed.
  for (const [path, bytes] of Object.entries(files))
    body.append('files', new Blob([new Uint8Array(bytes)]), path)
  const { result: report, figures } = await observed(
    service,
    { organizationId, spaceId: probed },
    async () => {
      const { id: importRunId } = await call(api.spaceContent.upload, { params: { spaceId }, body })
      for (;;) {
        const run = await call(api.imports.get, { params: { organizationId, importRunId } })
        if (run.status === 'completed') return run.report
        if (run.status === 'failed') throw new Error(`The import of ${title} failed: ${run.reason}`)
        await sleep(100)
      }
    },
  )
  return { files, title, spaceId, report, figures }
}

async function publish(title: string, spaceId: string): Promise<string> {
  const body = { title, spaces: [spaceId] }
  const { id: siteId } = await call(api.sites.create, { params: { organizationId }, body })
  return publishForEveryone(call, { organizationId, siteId })
}

async function exported(spaceId: string): Promise<Record<string, Buffer>> {
  const response = await fetch(`${service.baseUrl}/v1/spaces/${spaceId}/export`, {
    headers: { authorization: `Bearer ${service.token}` },
  })
  if (!response.ok) throw new Error(`The export failed: ${response.status}`)
  return readZipArchive(new Uint8Array(await response.arrayBuffer()))
}

/** The old paths that end neither at a page nor, with one redirect, at one. */
async function lostPaths(url: string, paths: readonly string[]): Promise<string[]> {
  const lost: string[] = []
  for (const path of paths) {
    const first = await fetch(new URL(path, url), { redirect: 'manual' })
    const target = first.headers.get('location')
    const last = target === null ? first : await fetch(new URL(target, first.url), { redirect: 'manual' })
    if (last.status !== 200) lost.push(path)
  }
  return lost
}

const list = (name: string, values: readonly string[]) =>
  values.length === 0 ? [] : [`${name}:`, ...values.slice(0, 15).map((value) => `  ${value}`)]

const of = (found: readonly unknown[], all: number) => `${all - found.length} of ${all}`

const rows: string[] = []
try {
  for (const root of folders) {
    const { files, title, spaceId, report, figures } = await importFolder(root.replace(/\/+$/, ''))
    const url = await publish(title, spaceId)
    const crawl: Crawl = await crawlSite(url)
    const old = pathsByFile(files)
    const lost = await lostPaths(url, old)
    const trip = roundTrip(files, await exported(spaceId))
    const { seconds, memory } = figures
    rows.push(
      `| ${[title, crawl.pages, of(crawl.brokenLinks, crawl.links), of(crawl.brokenAnchors, crawl.anchors), of(crawl.brokenFiles, crawl.files), of(lost, old.length), crawl.rawTags.length, `${trip.changed.length + trip.missing.length} of ${trip.texts}`, trip.lines, seconds.toFixed(1), memory.service].join(' | ')} |`,
    )
    console.error(
      [
        rows.at(-1),
        `report: ${JSON.stringify(report).slice(0, 1500)}`,
        ...list('Broken links', crawl.brokenLinks),
        ...list('Broken anchors', crawl.brokenAnchors),
        ...list('Broken files', crawl.brokenFiles),
        ...list('Raw tags', crawl.rawTags),
        ...list('Lost paths', lost),
        ...list('Missing in the export', trip.missing),
        ...list('Changed by the export', trip.changed),
      ].join('\n'),
    )
  }
  const columns =
    'Documentation, Pages, Links that work, Anchors, Files, Old paths, Raw tags, Files changed by the round trip, Lines, Import s, MB'
  console.log(
    [
      machineLabel('one round'),
      '',
      `| ${columns.split(', ').join(' | ')} |`,
      `| --- |${' --: |'.repeat(10)}`,
      ...rows,
    ].join('\n'),
  )
} finally {
  await service.stop()
}
