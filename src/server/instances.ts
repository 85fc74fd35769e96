import type { Service } from './context.ts'
import { deleteInstance, recordInstance } from './domain/system/queries.ts'

const HEARTBEAT_MS = 30_000

/** Lists this instance for operators until `end`, which removes it. Failures are ignored: they only affect that list. */
export async function announceInstance({ db, log, now }: Service): Promise<{ end: () => Promise<void> }> {
  const record = () =>
    recordInstance(db, now()).catch((error: unknown) =>
      log.debug({ err: error }, 'the heartbeat of the instance was not recorded'),
    )
  await record()
  const timer = setInterval(record, HEARTBEAT_MS)
  timer.unref()
  return {
    async end() {
      clearInterval(timer)
      await deleteInstance(db).catch(() => undefined)
    },
  }
}
