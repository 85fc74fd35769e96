// Measures one to three instances behind a plain proxy on one PostgreSQL and one storage, and what clients notice when an
// instance is killed or stopped under load. Exits with 1 if an acknowledged write is lost or a request exceeds its limit.
import { parseArgs } from 'node:util'
import { openCluster, type Storage } from './instances/cluster.ts'
import { type LossSignal, loseInstance } from './instances/lost-instance.ts'
import { measureThroughput, throughputHead } from './instances/throughput.ts'
import { machineLabel, seconds } from './measure.ts'

const { values } = parseArgs({
  options: {
    instances: { type: 'string', default: '1,2,3' },
    storage: { type: 'string', default: 'folder,s3' },
  },
})
const counts = values.instances.split(',').map(Number)
const storages = (['folder', 's3'] satisfies Storage[]).filter((one) =>
  values.storage.split(',').includes(one),
)
const signals: readonly LossSignal[] = ['SIGKILL', 'SIGTERM']
const log = (line: string): void => console.error(`· ${line}`)

const throughput: string[] = []
const losses: string[] = []
for (const storage of storages) {
  for (const count of counts) {
    const cluster = await openCluster(count, storage)
    try {
      throughput.push(...(await measureThroughput(cluster, log)))
      for (const signal of count > 1 ? signals : []) {
        const { row, problems } = await loseInstance(cluster, signal)
        losses.push(row)
        log(row)
        for (const problem of problems) log(`${storage}, ${signal}: ${problem}`)
        if (problems.length > 0) process.exitCode = 1
      }
      log(`${count} instances on ${storage} measured`)
    } finally {
      await cluster.close()
    }
  }
}
console.log([machineLabel(`${seconds} s per row`), '', ...throughputHead, ...throughput].join('\n'))
console.log(
  [
    '',
    '| Storage | instances | signal | writes acknowledged | lost | failed attempts | last failure after ms | 409 for a key in use | longest wait ms | beyond 30 s |',
    '| --- | --: | --- | --: | --: | --: | --: | --: | --: | --: |',
    ...losses,
  ].join('\n'),
)
