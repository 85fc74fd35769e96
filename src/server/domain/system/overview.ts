import { statfs } from 'node:fs/promises'
import type { System } from '#contract/system.ts'
import type { Context } from '../../context.ts'
import { instance } from '../../instance.ts'
import { builtAt, version } from '../../version.ts'
import { countUndeliveredEmails } from './email-queries.ts'
import { jobCounts } from './job-queries.ts'
import { databaseVersions, liveInstances, recordInstance, storageSizes } from './queries.ts'

/** What an operator sees first. */
export async function systemOverview({ db, config, now }: Context): Promise<System> {
  const moment = now()
  await recordInstance(db, moment)
  const [versions, instances, sizes, disk, { oldestDueAt, ...jobs }, undelivered] = await Promise.all([
    databaseVersions(db),
    liveInstances(db, moment),
    storageSizes(db),
    diskOf(config.dataDir),
    jobCounts(db, moment),
    countUndeliveredEmails(db),
  ])
  return {
    object: 'system',
    versions: { lectern: version, build: builtAt.toISOString(), node: process.versions.node, ...versions },
    startedAt: instance.startedAt.toISOString(),
    instances: instances.map(({ startedAt, seenAt, ...row }) => ({
      ...row,
      startedAt: startedAt.toISOString(),
      seenAt: seenAt.toISOString(),
      current: row.id === instance.id,
    })),
    storage: { ...sizes, ...(disk === undefined ? {} : { disk }) },
    jobs: { ...jobs, ...(oldestDueAt === null ? {} : { oldestDueAt: oldestDueAt.toISOString() }) },
    email: { delivery: config.mail.smtpUrl === undefined ? 'outbox' : 'smtp', undelivered },
  }
}

async function diskOf(folder: string) {
  try {
    const { bsize, bavail, blocks } = await statfs(folder)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  } catch {
    // The folder appears with the first file, or cannot be read: the other figures are still useful.
    return undefined
  }
}
