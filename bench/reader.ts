// Measures published pages: the same page again and again, pages nobody asked for before, the list of all pages, and Lighthouse.
import { readFileSync } from 'node:fs'
import { api } from '#contract/api.ts'
import { openAuditor } from '../e2e/lighthouse.ts'
import { pagedSpace } from './load.ts'
import { machine, rowOf, tableHead } from './measuring.ts'
import { type BenchService, startBenchService } from './service.ts'

const folders = Number(process.env.BENCH_FOLDERS ?? 100)
const say = (line: string): void => console.error(`· ${line}`)

/** A site of as many folders with 100 pages each; answers the path of its root and the addresses of its pages. */
async function published({ call }: BenchService): Promise<{ root: string; pages: string[] }> {
  const { id: organizationId } = await call(api.organizations.create, { body: { title: 'Bench' } })
  const { spaceId } = await pagedSpace(call, organizationId, folders, 100)
  const { id: siteId } = await call(api.sites.create, {
    params: { organizationId },
    body: { title: 'Bench site' },
  })
  const params = { organizationId, siteId }
  await call(api.siteSections.create, { params, body: { spaceId, title: 'Pages' } })
  const { urls } = await call(api.sites.publish, { params })
  const { pathname: root } = new URL(urls.published ?? '')
  const sitemap = await fetch(`${urls.published}sitemap.xml`)
  const addresses = [...(await sitemap.text()).matchAll(/<loc>([^<]+)/g)].map(([, url = '']) => url)
  return { root, pages: addresses.map((url) => new URL(url).pathname) }
}

/** Milliseconds of processor time that a process has had. Linux only. */
function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(stat[11]) + Number(stat[12])) * 10
}

/** Asks for pages one after the other: time to the first byte, and processor time of the service a page. */
async function cold({ baseUrl, pid }: BenchService, pages: readonly string[]): Promise<string> {
  const times: number[] = []
  const before = processorTime(pid)
  for (const path of pages) {
    const begun = performance.now()
    const answer = await fetch(baseUrl + path)
    times.push(performance.now() - begun)
    await answer.arrayBuffer()
  }
  const each = (processorTime(pid) - before) / pages.length
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1)
  return `| ${pages.length} pages nobody asked for before | ${at(0.5)} | ${at(0.99)} | ${each.toFixed(1)} |`
}

const spread = (all: readonly string[], count: number): string[] =>
  Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)] ?? '/')

const service = await startBenchService()
try {
  const { pages } = await published(service)
  say(`${pages.length} pages`)
  const [first = '/', ...others] = spread(pages, 401)
  const lines = [
    machine(),
    '',
    '| What | first byte p50 ms | p99 ms | processor ms a page |',
    '| --- | --: | --: | --: |',
  ]
  await cold(service, spread(others, 40))
  lines.push(await cold(service, others))
  lines.push('', ...tableHead)
  lines.push(await rowOf(service, 'the same page', { path: first, connections: 64 }))
  lines.push(await rowOf(service, '400 pages in turn', { path: others, connections: 64 }))
  lines.push(
    await rowOf(service, 'sitemap.xml', { path: `${first.split('/').slice(0, 3).join('/')}/sitemap.xml` }),
  )
  const { service: memory } = service.memory()
  lines.push('', `Memory of the service after this: ${memory} MB.`, '')
  lines.push('| Lighthouse, performance | desktop | mobile |', '| --- | --: | --: |')
  const auditor = await openAuditor()
  for (const path of others.slice(0, Number(process.env.BENCH_AUDITS ?? 2))) {
    const score = async (form: 'desktop' | 'mobile') =>
      (await auditor.audit(service.baseUrl + path, form, ['performance'])).scores.performance
    lines.push(`| ${path} | ${await score('desktop')} | ${await score('mobile')} |`)
  }
  await auditor.close()
  console.log(lines.join('\n'))
} finally {
  await service.stop()
}
