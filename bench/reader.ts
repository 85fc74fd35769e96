// Measures published pages: one page repeatedly, uncached pages, the sitemap, and Lighthouse.
import { api } from '#contract/api.ts'
import { openAuditor } from '../e2e/lighthouse.ts'
import { record } from './goals/record.ts'
import { compare, machineLabel, measureRow, rowOf, tableHead } from './measure.ts'
import { processorTimeOf } from './processor-time.ts'
import { seedPagedSpace } from './seed.ts'
import { type BenchService, startBenchService } from './service.ts'

const folders = Number(process.env.BENCH_FOLDERS ?? 100)
const log = (line: string): void => console.error(`· ${line}`)

/** Publishes a site with 100 pages per folder; returns the paths of its root and pages. */
async function publishSite({ call }: BenchService): Promise<{ root: string; pages: string[] }> {
  const { id: organizationId } = await call(api.organizations.create, { body: { title: 'Bench' } })
  const { spaceId } = await seedPagedSpace(call, organizationId, folders, 100)
  const { id: siteId } = await call(api.sites.create, {
    params: { organizationId },
    body: { title: 'Bench site' },
  })
  const params = { organizationId, siteId }
  await call(api.siteSections.create, { params, body: { spaceId, title: 'Pages' } })
  const { urls } = await call(api.sites.publish, { params })
  const { pathname: root } = new URL(urls.published ?? '')
  const sitemap = await fetch(`${urls.published}sitemap.xml`)
  const pageUrls = [...(await sitemap.text()).matchAll(/<loc>([^<]+)/g)].map(([, url = '']) => url)
  return { root, pages: pageUrls.map((url) => new URL(url).pathname) }
}

/** Requests pages one after the other: time to first byte, and CPU time of the service per page. */
async function measureColdPages({ baseUrl, pid }: BenchService, pages: readonly string[]): Promise<string> {
  const times: number[] = []
  const before = processorTimeOf(pid)
  for (const path of pages) {
    const startedAt = performance.now()
    const response = await fetch(baseUrl + path)
    times.push(performance.now() - startedAt)
    await response.arrayBuffer()
  }
  const perPage = (processorTimeOf(pid) - before) / pages.length
  const sorted = times.toSorted((a, b) => a - b)
  const percentile = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1)
  return `| ${pages.length} pages nobody asked for before | ${percentile(0.5)} | ${percentile(0.99)} | ${perPage.toFixed(1)} |`
}

async function lighthouse({ baseUrl }: BenchService, paths: readonly string[]): Promise<string[]> {
  const lines = ['| Lighthouse, performance | desktop | mobile |', '| --- | --: | --: |']
  const auditor = await openAuditor()
  for (const path of paths) {
    const score = async (form: 'desktop' | 'mobile') =>
      (await auditor.audit(baseUrl + path, form, ['performance'])).scores.performance
    lines.push(`| ${path} | ${await score('desktop')} | ${await score('mobile')} |`)
  }
  await auditor.close()
  return lines
}

const pickEvenly = (all: readonly string[], count: number): string[] =>
  Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)] ?? '/')

const service = await startBenchService()
try {
  const { pages } = await publishSite(service)
  log(`${pages.length} pages`)
  const [first = '/', ...others] = pickEvenly(pages, 401)
  const lines = [
    machineLabel(),
    '',
    '| What | first byte p50 ms | p99 ms | processor ms a page |',
    '| --- | --: | --: | --: |',
  ]
  await measureColdPages(service, pickEvenly(others, 40))
  lines.push(await measureColdPages(service, others))
  lines.push('', ...tableHead)
  const warm = await compare(service, 'the same page', { path: first, connections: 64 })
  if (warm.bare !== undefined)
    record({
      published: warm.figure.rps,
      'published, of bare': warm.figure.rps / warm.bare.rps,
      'published CPU': warm.processorMs,
      'published CPU of bare': warm.bare.processorMs,
    })
  lines.push(rowOf(warm))
  lines.push(await measureRow(service, '400 pages in turn', { path: others, connections: 64 }))
  lines.push(
    await measureRow(service, 'sitemap.xml', {
      path: `${first.split('/').slice(0, 3).join('/')}/sitemap.xml`,
    }),
  )
  const { service: memory } = service.memory()
  lines.push('', `Memory of the service after this: ${memory} MB.`, '')
  const audits = Number(process.env.BENCH_AUDITS ?? 2)
  if (audits > 0) lines.push(...(await lighthouse(service, others.slice(0, audits))))
  console.log(lines.join('\n'))
} finally {
  await service.stop()
}
