// Measures the merge of a change request with 5,000 new pages, and how long a concurrent writer waits for the space.
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '#contract/api.ts'
import { machineLabel } from './measure.ts'
import { startBenchService } from './service.ts'

const log = (line: string): void => console.error(`· ${line}`)
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

  /** A change request with all the pages, in a new space each time so that rounds are equal. */
  const prepareChangeRequest = async () => {
    const { id: spaceId } = await call(api.spaces.create, {
      params: { organizationId },
      body: { title: 'Merge' },
    })
    const { id: changeRequestId } = await call(api.changeRequests.create, { params: { spaceId } })
    const params = { spaceId, changeRequestId }
    for (let folder = 0; folder < folders; folder++) {
      const titles = Array.from({ length: pagesOfFolder - 1 }, (_, i) => `Page ${folder} ${i}`)
      const changes = [page(`Folder ${folder}`)]
      const response = await call(api.changeRequestContent.edit, { params, body: { changes, compat: false } })
      const [folderChange] = 'changes' in response ? response.changes : []
      const into = folderChange?.object === 'created_page' ? folderChange.page.id : ''
      for (let from = 0; from < titles.length; from += 50) {
        const batch = titles.slice(from, from + 50).map((title) => page(title, into))
        await call(api.changeRequestContent.edit, { params, body: { changes: batch } })
      }
    }
    return params
  }

  /** Milliseconds of the merge, and the longest wait of a writer. */
  const round = async () => {
    const params = await prepareChangeRequest()
    const startedAt = performance.now()
    const elapsed = () => performance.now() - startedAt
    const mergeTime = call(api.changeRequests.merge, { params }).then(elapsed)
    const edit = { params: { spaceId: params.spaceId }, body: { changes: [page('Beside')] } }
    const waits: number[] = []
    let isMerging = true
    const writer = (async () => {
      while (isMerging) {
        await sleep(20)
        const requestedAt = performance.now()
        await call(api.spaceContent.edit, edit)
        waits.push(performance.now() - requestedAt)
      }
    })()
    const merge = await mergeTime
    isMerging = false
    await writer
    return { merge, wait: Math.max(...waits) }
  }

  const figures: { merge: number; wait: number }[] = []
  for (let i = 0; i < rounds; i++) {
    figures.push(await round())
    log(`merge ${figures.at(-1)?.merge.toFixed(0)} ms, longest wait ${figures.at(-1)?.wait.toFixed(0)} ms`)
  }
  const median = (key: 'merge' | 'wait') =>
    figures
      .map((figure) => figure[key])
      .toSorted((a, b) => a - b)
      [Math.floor(figures.length / 2)]?.toFixed(0)
  const head = ['| What, median in ms | merge | longest wait of a writer |', '| --- | --: | --: |']
  const row = `| ${folders * pagesOfFolder} new pages | ${median('merge')} | ${median('wait')} |`
  console.log([machineLabel(`${rounds} rounds`), '', ...head, row].join('\n'))
} finally {
  await service.stop()
}
