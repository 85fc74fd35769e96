import type { Service } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { databaseFault } from '../db/database-error.ts'
import type { StoredRedirects, StoredTarget } from '../db/tables/imports.ts'
import { writeIn } from '../db/write.ts'
import { DomainError } from '../errors.ts'
import { recordEvent } from '../notifications/record.ts'
import { version } from '../version.ts'
import { addToSpace, parsePlan, type ReadyPlan, recordPaths, reportOf, storeFiles } from './add-to-space.ts'
import { openDialects } from './dialects/open-dialects.ts'
import { redirectedPaths } from './former-paths.ts'
import { gitFiles } from './git/git-files.ts'
import { recordGitOrigin } from './git/origin-queries.ts'
import { htmlFileAsMarkdown } from './html-file.ts'
import { itemsOf } from './items.ts'
import { openExport } from './open-export.ts'
import { recordPendingReferences } from './pending-references.ts'
import type { ImportPlan, ImportProgress, OnProgress, PlannedRedirect } from './plan.ts'
import { NO_PAGE_USES_IT, planOfFiles } from './plan-of-files.ts'
import { planOfWebsite } from './plan-of-website.ts'
import {
  completeImport,
  failImport,
  type ImportRef,
  insertItems,
  interruptImport,
  recordProgress,
  recordSource,
  type StartedImport,
  startImport,
  unfinishedImports,
} from './queries.ts'
import { unsealCredentials } from './secrets.ts'
import type { SharedSource } from './shared-source.ts'
import type { SourceFiles } from './source-files.ts'
import type { PlannedSpec, SpecServices } from './spec-outline.ts'
import { sweepStaging } from './staging.ts'
import { storedReport } from './stored-report.ts'
import { openUpload, removeUpload, sweepUploads } from './uploads.ts'
import { openDocuments } from './word/open-documents.ts'

/** How often an import is restarted after the service stopped or crashed in the middle of it. */
const MAX_ATTEMPTS = 5
const PROGRESS_INTERVAL_MS = 300

/** The import was canceled or restarted elsewhere: this attempt ends without a result. */
class ImportSuperseded extends Error {
  override readonly name = 'NoLongerOurs'
}

/** Functions of the domain that imports need. */
export type ImportServices = {
  /** Creates a change request in the caller's transaction, and returns its id. */
  readonly createChangeRequest: (
    tx: Tx,
    request: {
      readonly organizationId: string
      readonly spaceId: string
      readonly subject: string
      readonly by: string
    },
  ) => Promise<string>
  /** Adds redirects to the sites that contain a space and that the user can edit; existing ones do not change. */
  readonly addRedirects: (
    tx: Tx,
    input: {
      readonly organizationId: string
      readonly spaceId: string
      readonly by: string
      readonly redirects: readonly PlannedRedirect[]
    },
  ) => Promise<Omit<StoredRedirects, 'found'>>
  /** OpenAPI specifications, as the person who imports can read and add them. */
  readonly specs: (input: SpecUser, stop: AbortSignal) => SpecServices
  /** Adds specifications to the organization; those whose slug was taken meanwhile stay as they are. */
  readonly addSpecs: (tx: Tx, input: SpecUser, specs: readonly PlannedSpec[]) => Promise<void>
}

type SpecUser = { readonly organizationId: string; readonly by: string | null }

/**
 * Runs an import. Its pages and its completion are written in one transaction, so that it adds its pages exactly once,
 * however often it is interrupted and restarted. Throws only if it must be restarted: `stop` fired, or the database
 * failed. `shared` is the source if it is open already, for several imports.
 */
export async function runImport(
  service: Service,
  ref: ImportRef,
  stop: AbortSignal,
  services: ImportServices,
  shared?: SharedSource | undefined,
): Promise<void> {
  const { db, config, now } = service
  const run = await startImport(db, ref, now())
  if (run === undefined) return removeUpload(service, ref.importId)
  try {
    if (run.attempt > MAX_ATTEMPTS) throw new DomainError('internal', 'It was interrupted too often')
    await perform(service, run, { stop, services, shared })
  } catch (error) {
    // Neither a stop nor a failing database says anything about the import: it runs again.
    if (stop.aborted || databaseFault(error) !== null) {
      await interruptImport(db, run)
      throw error
    }
    if (!(error instanceof ImportSuperseded)) await recordFailure(service, run, error)
  }
  await removeUpload(service, run.importId)
  const unfinished = await unfinishedImports(db)
  await sweepStaging(config, async () => unfinished)
  await sweepUploads(service, unfinished)
}

type RunOptions = {
  readonly stop: AbortSignal
  readonly services: ImportServices
  readonly shared: SharedSource | undefined
}

async function perform(
  service: Service,
  run: StartedImport,
  { stop, services, shared }: RunOptions,
): Promise<void> {
  const { newId, now } = service
  const startedAt = performance.now()
  const onProgress = progressOf(service, run, stop)
  const user = { organizationId: run.organizationId, by: run.createdBy }
  const specs = services.specs(user, stop)
  const ready = await readyPlanOf(service, run, { onProgress, stop, shared, specs })
  await onProgress({ phase: 'adding', done: 0, total: 0 })
  await parsePlan(ready)
  await writeIn(service.db, async (tx) => {
    const { page, changeRequest } = await targetIn(tx, run, services)
    await services.addSpecs(tx, user, ready.specs)
    const to = { ...run, page, changeRequestId: changeRequest, by: run.createdBy, now: now(), newId }
    const { revision, isListed } = await addToSpace(tx, ready, to)
    await recordPendingReferences(tx, service, ready.pendingReferences, { ...to, isListed, changeRequest })
    await recordGitOrigin(tx, { ...run, changeRequest }, revision, now())
    await insertItems(tx, run, itemsOf(ready))
    const onSites = await importRedirects(tx, { ...run, changeRequest }, ready.redirects, services)
    const redirects = await keepRedirects(tx, run, ready.redirects, { result: onSites, now: now() })
    const report = storedReport(reportOf(ready, performance.now() - startedAt), ready.bytes, redirects)
    const target = { ...run.target, changeRequest }
    if (!(await completeImport(tx, run, { revision, report, target, now: now() })))
      throw new ImportSuperseded()
  })
}

/** @throws {DomainError} `validation` if the source contains no pages */
function expectPages({ pages, findings }: ImportPlan): void {
  if (pages.length > 0) return
  const first = findings.skipped.find(({ reason }) => reason !== NO_PAGE_USES_IT)
  const why =
    first === undefined ? 'it contains no Markdown, HTML or Word files' : `${first.path}: ${first.reason}`
  throw new DomainError('validation', `Nothing can be imported: ${why}`)
}

/** The target; a requested change request is created together with the pages. */
async function targetIn(
  tx: Tx,
  { organizationId, spaceId, target, createdBy: by }: StartedImport,
  { createChangeRequest }: ImportServices,
): Promise<StoredTarget> {
  if (target.asChangeRequest === undefined) return target
  if (by === null)
    throw new DomainError('invalid_state', 'The person who started the import no longer exists')
  const { subject } = target.asChangeRequest
  return { ...target, changeRequest: await createChangeRequest(tx, { organizationId, spaceId, subject, by }) }
}

/** Pages of a change request are not on any site yet, so their redirects would have no target. */
async function importRedirects(
  tx: Tx,
  {
    organizationId,
    spaceId,
    createdBy: by,
    changeRequest,
  }: StartedImport & { changeRequest?: string | undefined },
  redirects: readonly PlannedRedirect[],
  { addRedirects }: ImportServices,
): Promise<StoredRedirects | undefined> {
  const found = redirects.length
  if (found === 0) return undefined
  const none = { found, made: 0, kept: 0 }
  if (changeRequest !== undefined) return { ...none, reason: 'change-request' }
  if (by === null) return { ...none, reason: 'no-permission' }
  return { found, ...(await addRedirects(tx, { organizationId, spaceId, by, redirects })) }
}

/** Redirects to pages that no site got: the pages have them wherever the space is shown later. */
async function keepRedirects(
  tx: Tx,
  run: StartedImport,
  redirects: readonly PlannedRedirect[],
  { result, now }: { readonly result: StoredRedirects | undefined; readonly now: Date },
): Promise<StoredRedirects | undefined> {
  if (result?.reason === undefined) return result
  const paths = redirectedPaths(redirects)
  await recordPaths(tx, paths, { ...run, page: run.target.page, now })
  const { reason, found, kept } = result
  const counts = { found, kept, made: paths.length }
  return redirects.some(({ to }) => to !== null && 'url' in to) ? { ...counts, reason } : counts
}

type PlanOptions = Omit<RunOptions, 'services'> & {
  readonly onProgress: OnProgress
  readonly specs: SpecServices
}

/** Files are stored while the source is open, because an archive cannot be read after that. */
async function readyPlanOf(service: Service, run: StartedImport, options: PlanOptions): Promise<ReadyPlan> {
  const { newId, config, blobs } = service
  const storeBytes = async (bytes: Buffer) => {
    const { hash } = await blobs.put(bytes)
    return () => blobs.read(hash)
  }
  const ready = (plan: ImportPlan, files: SourceFiles | null): Promise<ReadyPlan> => {
    expectPages(plan)
    return storeFiles(plan, files, blobs, options.onProgress)
  }
  if (run.source.type === 'website') {
    const allowPrivate = config.allowPrivateNetwork
    return ready(
      await planOfWebsite(run.source.url, { ...options, newId, storeBytes, allowPrivate, version }),
      null,
    )
  }
  const source = options.shared?.files ?? (await sourceFiles(service, run, options))
  try {
    const files = openDocuments(openDialects(await openExport(source)), {
      ...options,
      storeBytes,
      split: run.options.splitHeadings ?? false,
    })
    const plan = await planOfFiles(files, { ...options, newId, markdownOfHtml: htmlFileAsMarkdown })
    return await ready(plan, source)
  } finally {
    if (options.shared === undefined) await source.close()
  }
}

async function sourceFiles(service: Service, run: StartedImport, options: PlanOptions): Promise<SourceFiles> {
  const { config, db } = service
  const { source, importId } = run
  if (source.type === 'file') return openUpload(service, importId, source.files)
  if (source.type === 'website') throw new Error('A website has no file tree')
  const credentials = run.secret === null ? undefined : await unsealCredentials(config, run.secret)
  const gitSource = { ...source, importId, credentials }
  const { files, commit, message } = await gitFiles(gitSource, { ...options, config, version })
  await recordSource(db, run, { ...source, commit, message })
  return files
}

/** Records progress periodically, accumulated over the phases, and aborts if the run was cancelled. */
function progressOf({ db }: Service, run: StartedImport, stop: AbortSignal): OnProgress {
  let notedAt = 0
  let earlier = 0
  let last: ImportProgress | null = null
  return async (progress) => {
    stop.throwIfAborted()
    const isNewPhase = last?.phase !== progress.phase
    if (isNewPhase) earlier += last?.total ?? last?.done ?? 0
    last = progress
    if (!isNewPhase && performance.now() - notedAt < PROGRESS_INTERVAL_MS) return
    notedAt = performance.now()
    const { phase, done, total } = progress
    const totals = { phase, done: earlier + done, total: total === null ? null : earlier + total }
    if (!(await recordProgress(db, run, totals))) throw new ImportSuperseded()
  }
}

async function recordFailure(service: Service, run: StartedImport, error: unknown): Promise<void> {
  const isExpected = error instanceof DomainError && error.reason !== 'internal'
  if (!isExpected) service.log.error({ err: error, importId: run.importId }, 'An import failed.')
  const reason = error instanceof DomainError ? error.message : 'Something went wrong on the server'
  const kind = !isExpected ? 'internal' : error.reason === 'upstream' ? 'upstream' : 'validation'
  await writeIn(service.db, async (tx) => {
    if (!(await failImport(tx, run, { reason, kind, now: service.now() }))) return
    const { organizationId, importId, spaceId, createdBy } = run
    await recordEvent(tx, service, {
      organizationId,
      key: `import_failed/${importId}`,
      about: { kind: 'import', id: importId, title: titleOf(run) },
      access: { space: spaceId },
      actor: null,
      detail: reason,
      audience: [{ reason: 'import_failed', users: createdBy === null ? [] : [createdBy] }],
    })
  })
}

/** The name of the file, or the address, that was imported. */
function titleOf({ source }: StartedImport): string {
  if (source.type !== 'file') return source.url
  return source.files[0]?.path ?? 'Import'
}
