import type { Service } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { type DigestSchedule, digestTimes, peopleToEmail, skipDone } from './queries.ts'
import { lastDigest } from './rules.ts'

/** People per run; the next run is a minute later. */
const MAX_PEOPLE = 2000
const MAX_SKIPPED = 10_000

/** Enqueues a job for each person to whom something is due. Several processes enqueue the same jobs, by their keys. */
export async function queueNotificationEmails({ db, jobs, now }: Service): Promise<void> {
  await skipDone(db, MAX_SKIPPED)
  const people = await peopleToEmail(db, await currentSchedule(db, now()), now(), MAX_PEOPLE)
  if (people.length === 0) return
  await jobs.enqueueEach(
    db,
    'email-notifications',
    people.map((userId) => ({ userId })),
    ({ userId }) => `email-notifications/${userId}`,
  )
}

/** When the last digest was due for everyone. */
export async function currentSchedule(db: Db, now: Date): Promise<DigestSchedule> {
  const times = new Map((await digestTimes(db)).map((time) => [`${time.hour} ${time.timeZone}`, time]))
  return [...times.values()].map((time) => ({
    ...time,
    moment: lastDigest(now, time.hour, time.timeZone),
  }))
}
