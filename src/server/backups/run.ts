import type { Config } from '../config.ts'
import { blobsIn } from '../content/blobs.ts'
import { openDatabase } from '../db/client.ts'
import { openStorage } from '../storage/open-storage.ts'
import { createBackup } from './create-backup.ts'
import { removeOldBackups } from './retention.ts'
import { finishRun, recordManifest, recordProgress, runById, startRun } from './run-queries.ts'
import { openTarget } from './target.ts'
import { verifyBackup } from './verify.ts'

const HEARTBEAT_MS = 2_000

export type RunInput = {
  readonly config: Config
  readonly connectionString: string
  readonly runId: string
}

/**
 * Makes the backup of a run, verifies it, records the result, and deletes old backups if it is good. Errors become the
 * result of the run; it throws only if the database cannot be reached.
 */
export async function performRun({ config, connectionString, runId }: RunInput): Promise<void> {
  const { to, passphrase, keep, keepDays } = config.backup
  if (to === undefined) return
  const { db, close } = openDatabase(connectionString, { max: 2 })
  const state = { step: 'Start', fraction: 0 }
  const record = () => recordProgress(db, runId, { ...state, now: new Date() }).catch(() => undefined)
  const heartbeat = setInterval(record, HEARTBEAT_MS)
  const progressIn =
    (start: number, end: number) =>
    (step: string, part: number): void =>
      void Object.assign(state, { step, fraction: start + part * (end - start) })
  try {
    const previous = await runById(db, runId)
    await startRun(db, runId, new Date())
    const target = openTarget(to)
    const manifest = await createBackup({
      connectionString,
      blobs: blobsIn(openStorage(config)),
      config,
      target,
      passphrase,
      now: new Date(),
      // The last attempt found damage, perhaps in files that were already in the target.
      rewrite: (previous?.findings.length ?? 0) > 0,
      progress: progressIn(0, 0.5),
    })
    await recordManifest(db, runId, manifest)
    const input = { connectionString, config, target, id: manifest.id, passphrase }
    const { findings } = await verifyBackup({ ...input, progress: progressIn(0.5, 1) })
    const now = new Date()
    if (findings.length > 0) {
      const error = `The verification found ${findings.length === 1 ? 'a problem' : `${findings.length} problems`}.`
      return await finishRun(db, runId, { status: 'failed', now, findings, error })
    }
    await removeOldBackups({
      connectionString,
      target,
      config,
      passphrase,
      keep,
      keepDays,
      verified: manifest.id,
      now,
    })
    await finishRun(db, runId, { status: 'succeeded', now, verifiedAt: now })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    await finishRun(db, runId, { status: 'failed', now: new Date(), error: message })
  } finally {
    clearInterval(heartbeat)
    await close()
  }
}
