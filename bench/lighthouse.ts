// Runs Lighthouse on published pages of a documentation: node bench/lighthouse.ts <folder of Markdown files>
import { api } from '#contract/api.ts'
import { type Audit, type Category, openAuditor } from '../e2e/lighthouse.ts'
import { runLectern } from '../e2e/service.ts'
import { machineLabel } from './measure.ts'
import { type BenchService, startBenchService } from './service.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Say the folder of a documentation')
const PAGE_COUNT = Number(process.env.BENCH_AUDITS ?? 5)
const categories: readonly Category[] = ['performance', 'accessibility', 'best-practices', 'seo']

/** Publishes the documentation and returns the URLs of the front page and of others, longest first. */
async function publishDocumentation({ call, dataDir }: BenchService, source: string): Promise<string[]> {
  const { id: organizationId } = await call(api.organizations.create, { body: { title: 'Bench' } })
  const { id: spaceId } = await call(api.spaces.create, {
    params: { organizationId },
    body: { title: 'Documentation' },
  })
  await runLectern(dataDir, 'import', source, '--space', spaceId)
  const { id: siteId } = await call(api.sites.create, {
    params: { organizationId },
    body: { title: 'Documentation', spaces: [spaceId] },
  })
  const { urls } = await call(api.sites.publish, { params: { organizationId, siteId } })
  const sitemap = await (await fetch(`${urls.published}sitemap.xml`)).text()
  const pages = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, url = '']) => url)
  const sized: { url: string; size: number }[] = []
  for (const url of pages) sized.push({ url, size: (await (await fetch(url)).text()).length })
  // Samples from the longest page down to the middle, where rendering takes longest.
  const [front, ...others] = sized
  const longest = others.toSorted((a, b) => b.size - a.size)
  const spread = Array.from(
    { length: PAGE_COUNT - 1 },
    (_, i) => longest[Math.floor((i * longest.length) / 8)],
  )
  return [front, ...spread].flatMap((page) => (page === undefined ? [] : [page.url]))
}

const service = await startBenchService()
const auditor = await openAuditor()
try {
  const lines = [
    machineLabel(),
    '',
    `| Page | ${categories.join(' | ')} | on a phone: performance | layout shift | largest paint ms |`,
    `| --- |${' --: |'.repeat(categories.length + 3)}`,
  ]
  for (const url of await publishDocumentation(service, folder)) {
    const desktop = await auditor.audit(url, 'desktop', categories)
    const phone = await auditor.audit(url, 'mobile', ['performance'])
    const scores = ({ scores: all }: Audit, of: readonly Category[]) => of.map((one) => all[one]).join(' | ')
    const { pathname } = new URL(url)
    lines.push(
      `| \`${pathname}\` | ${scores(desktop, categories)} | ${scores(phone, ['performance'])} | ${(phone.shift ?? 0).toFixed(3)} | ${Math.round(phone.largestPaint ?? 0)} |`,
    )
    for (const finding of [...desktop.findings, ...phone.findings]) console.error(`· ${pathname}: ${finding}`)
  }
  console.log(lines.join('\n'))
} finally {
  await auditor.close()
  await service.stop()
}
