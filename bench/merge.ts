// Measures the merge of a change request that brings 5,000 new pages, and how long a writer beside it waits for the space.
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '#contract/api.ts'
import { machine } from './measuring.ts'
import { startBenchService } from './service.ts'

const say = (line: string): void => console.error(`· ${line}`)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const folders = 50
const pagesOfFolder = 100

const text = (title: string) =>
  `# ${title}\n\n${'A sentence of some length about this page. '.repeat(12)}\n\n## Setting up\n\n- one [link](https://example.org/a)\n- two\n\n## Using it\n\n${'And some more words that tell how. '.repeat(12)}\n`

const page = (title: string, into?: string) => ({
  operation: 'insert_page' as const,
  title,
  document: { markdown: text(title) },
  ...(into === undefined ? {} : { into }),
})

const service = await startBenchService()
try {
  const { call } = service
  const { id: organizationId } = await call(api.organizations.create, { body: { title: 'Bench merges' } })

  /** A change request with all the pages; which is another space each time, so that every round does the same. */
  const prepared = async () => {
    const { id: spaceId } = await call(api.spaces.create, {
      params: { organizationId },
      body: { title: 'Merge' },
    })
    const { id: changeRequestId } = await call(api.changeRequests.create, { params: { spaceId } })
    const params = { spaceId, changeRequestId }
    for (let folder = 0; folder < folders; folder++) {
      const titles = Array.from({ length: pagesOfFolder - 1 }, (_, i) => `Page ${folder} ${i}`)
      const changes = [page(`Folder ${folder}`)]
      const answer = await call(api.changeRequestContent.edit, { params, body: { changes, compat: false } })
      const [made] = 'changes' in answer ? answer.changes : []
      const into = made?.object === 'created_page' ? made.page.id : ''
      for (let from = 0; from < titles.length; from += 50) {
        const some = titles.slice(from, from + 50).map((title) => page(title, into))
        await call(api.changeRequestContent.edit, { params, body: { changes: some } })
      }
    }
    return params
  }

  /** Milliseconds of the merge, and of a page that is written a moment after it was asked for. */
  const round = async () => {
    const params = await prepared()
    const begun = performance.now()
    const since = () => performance.now() - begun
    const merged = call(api.changeRequests.merge, { params }).then(since)
    const edit = { params: { spaceId: params.spaceId }, body: { changes: [page('Beside')] } }
    const waits: number[] = []
    let isMerging = true
    const writing = (async () => {
      while (isMerging) {
        await sleep(20)
        const asked = performance.now()
        await call(api.spaceContent.edit, edit)
        waits.push(performance.now() - asked)
      }
    })()
    const merge = await merged
    isMerging = false
    await writing
    return { merge, wait: Math.max(...waits) }
  }

  const figures: { merge: number; wait: number }[] = []
  for (let i = 0; i < rounds; i++) {
    figures.push(await round())
    say(`merge ${figures.at(-1)?.merge.toFixed(0)} ms, longest wait ${figures.at(-1)?.wait.toFixed(0)} ms`)
  }
  const middle = (key: 'merge' | 'wait') =>
    figures
      .map((figure) => figure[key])
      .toSorted((a, b) => a - b)
      [Math.floor(figures.length / 2)]?.toFixed(0)
  const head = ['| What, median in ms | merge | longest wait of a writer |', '| --- | --: | --: |']
  const row = `| ${folders * pagesOfFolder} new pages | ${middle('merge')} | ${middle('wait')} |`
  console.log([machine(`${rounds} rounds`), '', ...head, row].join('\n'))
} finally {
  await service.stop()
}
