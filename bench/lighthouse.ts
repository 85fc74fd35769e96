// Runs Lighthouse on published pages of a documentation: node bench/lighthouse.ts <folder of Markdown files>
import { type Audit, type Category, openAuditor } from '../e2e/lighthouse.ts'
import { machineLabel } from './measure.ts'
import { publishDocumentation } from './publish-documentation.ts'
import { startBenchService } from './service.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Say the folder of a documentation')
const PAGE_COUNT = Number(process.env.BENCH_AUDITS ?? 5)
const categories: readonly Category[] = ['performance', 'accessibility', 'best-practices', 'seo']

/** The URLs of the front page and of others, longest first. */
async function pagesOf(site: string): Promise<string[]> {
  const sitemap = await (await fetch(`${site}sitemap.xml`)).text()
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
  for (const url of await pagesOf(await publishDocumentation(service, folder))) {
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
