// Whether the URLs of a published documentation are served after an import:
// node bench/old-urls.ts <folder with SUMMARY.md>…
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { api } from '#contract/api.ts'
import { oldPages, oldRedirects } from '#testing/old-urls.ts'
import { publishForEveryone } from '#testing/publish-for-everyone.ts'
import { runLectern } from '../e2e/service.ts'
import { type BenchService, startBenchService } from './service.ts'

async function publish({ call, dataDir }: BenchService, folder: string): Promise<string> {
  const { id: organizationId } = await call(api.organizations.create, { body: { title: 'Bench' } })
  const { id: spaceId } = await call(api.spaces.create, {
    params: { organizationId },
    body: { title: 'Docs' },
  })
  await runLectern(dataDir, 'import', folder, '--space', spaceId)
  const body = { title: basename(folder), spaces: [spaceId] }
  const { id: siteId } = await call(api.sites.create, { params: { organizationId }, body })
  return publishForEveryone(call, { organizationId, siteId })
}

/** What a URL leads to: `served`, `redirected` once, or what is wrong. */
async function outcomeOf(url: string): Promise<string> {
  const first = await fetch(url, { redirect: 'manual' })
  await first.text()
  if (first.status === 200) return 'served'
  const to = first.headers.get('location')
  if (to === null) return String(first.status)
  const second = await fetch(new URL(to, url), { redirect: 'manual' })
  await second.text()
  return second.status === 200 ? 'redirected' : `${first.status}, then ${second.status}`
}

const service = await startBenchService()
try {
  console.log('| Documentation | URLs | served | one redirect | lost |')
  console.log('| --- | --: | --: | --: | --: |')
  for (const folder of process.argv.slice(2)) {
    const root = await publish(service, folder)
    const summary = readFileSync(join(folder, 'SUMMARY.md'), 'utf8')
    const settings = join(folder, '.gitbook.yaml')
    const pages = oldPages(summary, (file) => existsSync(join(folder, file)))
    const redirects = existsSync(settings) ? oldRedirects(readFileSync(settings, 'utf8')) : []
    const paths = new Set([...pages.flatMap((page) => page.paths), ...redirects])
    const counts = { served: 0, redirected: 0, lost: 0 }
    for (const path of paths) {
      const outcome = await outcomeOf(root + path.split('/').map(encodeURIComponent).join('/'))
      if (outcome === 'served' || outcome === 'redirected') counts[outcome]++
      else counts.lost++
      if (counts.lost > 0 && outcome !== 'served' && outcome !== 'redirected')
        console.error(`${outcome}: ${path}`)
    }
    console.log(
      `| ${basename(folder)} | ${paths.size} | ${counts.served} | ${counts.redirected} | ${counts.lost} |`,
    )
  }
} finally {
  await service.stop()
}
