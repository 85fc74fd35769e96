import type { Service } from '../context.ts'
import { DomainError } from '../errors.ts'
import { version } from '../version.ts'
import { addToSpace, reportOf, storeFiles } from './add-to-space.ts'
import type { ImportPlan, ImportProgress, OnProgress } from './plan.ts'
import { planOfFiles } from './plan-of-files.ts'
import { planOfWebsite } from './plan-of-website.ts'
import {
  type BegunImport,
  beginImport,
  completeImport,
  failImport,
  holdImport,
  type ImportRef,
  interruptImport,
  noteProgress,
  unfinishedImports,
} from './queries.ts'
import { stagedFiles, sweepStaging, unstage } from './staging.ts'
import { storedReport } from './stored-report.ts'
import { markdownOfHtml } from './website-pages.ts'

/** How often an import is begun again after the service was stopped or fell over in the middle of it. */
const MAX_ATTEMPTS = 5
const NOTE_MS = 300

/** Somebody cancelled the import, or it goes on elsewhere: nothing more is to be done here. */
class NoLongerOurs extends Error {
  override readonly name = 'NoLongerOurs'
}

/**
 * Does an import from beginning to end. What it adds and that it is completed are written in one transaction, so
 * that however often it is interrupted and begun again it adds once. Throws only when it is to be begun again:
 * `stop` fired, or the database failed.
 */
export async function runImport(service: Service, ref: ImportRef, stop: AbortSignal): Promise<void> {
  const { db, config, now } = service
  const run = await beginImport(db, ref, now())
  if (run === undefined) return unstage(config, ref.importId)
  try {
    if (run.attempt > MAX_ATTEMPTS) throw new DomainError('internal', 'It was interrupted too often')
    await perform(service, run, stop)
  } catch (error) {
    if (stop.aborted) {
      await interruptImport(db, run)
      throw error
    }
    if (!(error instanceof NoLongerOurs)) await giveUp(service, run, error)
  }
  await unstage(config, run.importId)
  await sweepStaging(config, () => unfinishedImports(db))
}

async function perform(service: Service, run: BegunImport, stop: AbortSignal): Promise<void> {
  const { blobs, newId, now } = service
  const begun = performance.now()
  const onProgress = progressOf(service, run, stop)
  const plan = await planOf(service, run, { onProgress, stop })
  const ready = await storeFiles(plan, blobs, onProgress)
  await onProgress({ phase: 'adding', done: 0, total: 0 })
  await service.db.transaction().execute(async (tx) => {
    if (!(await holdImport(tx, run))) throw new NoLongerOurs()
    const revision = await addToSpace(tx, ready, { ...run, by: run.createdBy, now: now(), newId })
    const report = storedReport(reportOf(ready, performance.now() - begun), ready.bytes)
    await completeImport(tx, run, { revision, report, now: now() })
  })
}

async function planOf(
  service: Service,
  { source, importId }: BegunImport,
  { onProgress, stop }: { onProgress: OnProgress; stop: AbortSignal },
): Promise<ImportPlan> {
  const { newId, config, blobs } = service
  if (source.type === 'website') {
    const keep = async (bytes: Buffer) => {
      const { hash } = await blobs.put(bytes)
      return () => blobs.read(hash)
    }
    const allowPrivate = config.allowPrivateNetwork
    return planOfWebsite(source.url, { newId, onProgress, keep, stop, allowPrivate, version })
  }
  const files = await stagedFiles(config, importId, source.files)
  try {
    return await planOfFiles(files, { newId, onProgress, markdownOfHtml })
  } finally {
    await files.close()
  }
}

/** Notes progress now and then, counted on over the phases, and ends the work when it is no longer wanted. */
function progressOf({ db }: Service, run: BegunImport, stop: AbortSignal): OnProgress {
  let notedAt = 0
  let earlier = 0
  let last: ImportProgress | null = null
  return async (progress) => {
    stop.throwIfAborted()
    const isNewPhase = last?.phase !== progress.phase
    if (isNewPhase) earlier += last?.total ?? last?.done ?? 0
    last = progress
    if (!isNewPhase && performance.now() - notedAt < NOTE_MS) return
    notedAt = performance.now()
    const { phase, done, total } = progress
    const noted = { phase, done: earlier + done, total: total === null ? null : earlier + total }
    if (!(await noteProgress(db, run, noted))) throw new NoLongerOurs()
  }
}

async function giveUp({ db, log, now }: Service, run: BegunImport, error: unknown): Promise<void> {
  if (error instanceof DomainError && error.reason !== 'internal') {
    const kind = error.reason === 'upstream' ? 'upstream' : 'validation'
    return void (await failImport(db, run, { reason: error.message, kind, now: now() }))
  }
  log.error({ err: error, importId: run.importId }, 'An import failed.')
  const reason = error instanceof DomainError ? error.message : 'The service failed on this import'
  await failImport(db, run, { reason, kind: 'internal', now: now() })
}
