import type { Service } from '../../context.ts'
import { databaseFault } from '../../db/database-error.ts'
import type { ImportSource, SitePlan } from '../../db/tables/imports.ts'
import { writeIn } from '../../db/write.ts'
import { DomainError } from '../../errors.ts'
import { gitFiles } from '../../importing/git/git-files.ts'
import { shareSource } from '../../importing/links-between-spaces.ts'
import { type ImportServices, runImport } from '../../importing/run.ts'
import { unsealCredentials } from '../../importing/secrets.ts'
import { sitePlanOf, spacesOfPlan } from '../../importing/site-plan.ts'
import type { SourceFiles } from '../../importing/source-files.ts'
import { openUpload, removeUpload } from '../../importing/uploads.ts'
import { version } from '../../version.ts'
import { createPlannedSite } from './create-planned-site.ts'
import {
  type BegunSiteImport,
  beginSiteImport,
  endSiteImport,
  isCurrent,
  recordSiteImport,
  type SiteImportRef,
} from './queries.ts'

/** How often an import is restarted after the service stopped or crashed in the middle of it. */
const MAX_ATTEMPTS = 5

type RunOptions = { readonly stop: AbortSignal; readonly services: ImportServices }

/**
 * Runs the import of a site: reads the source once, creates the spaces and the site in one transaction, then imports
 * the spaces one after the other, each in its own transaction. A restarted run continues where it was. Throws only if
 * it must be restarted.
 */
export async function runSiteImport(
  service: Service,
  ref: SiteImportRef,
  options: RunOptions,
): Promise<void> {
  const { db, log, now } = service
  const run = await beginSiteImport(db, ref)
  if (run === undefined) return
  try {
    if (run.attempt > MAX_ATTEMPTS) throw new DomainError('internal', 'It was interrupted too often')
    if ((await perform(service, run, options)) === 'waits') return
    await endSiteImport(db, run, { now: now() })
  } catch (error) {
    if (options.stop.aborted || databaseFault(error) !== null) throw error
    if (!(error instanceof DomainError)) log.error({ err: error, ...ref }, 'An import of a site failed.')
    const reason = error instanceof DomainError ? error.message : 'Something went wrong on the server'
    await endSiteImport(db, run, { reason, now: now() })
  }
  await removeUpload(service, ref.siteImportId)
}

async function perform(
  service: Service,
  run: BegunSiteImport,
  { stop, services }: RunOptions,
): Promise<'done' | 'waits'> {
  const { files, source } = await openSource(service, run, stop)
  try {
    const plan = run.plan ?? (await readPlan(files))
    const status = run.isPreview ? { status: 'planned' as const } : {}
    if (!(await recordSiteImport(service.db, run, { plan, source, ...status }))) return 'done'
    if (run.isPreview) return 'waits'
    const created = run.created ?? (await createdSpaces(service, run, { plan, source }))
    const spaces = spacesOfPlan(plan).map(({ directory, ids }, index) => ({
      spaceId: created[index]?.space ?? '',
      directory,
      ids,
    }))
    const shared = await shareSource(files, spaces, run.siteImportId)
    for (const { space, import: importId } of created) {
      if (!(await isCurrent(service.db, run))) return 'done'
      const { organizationId } = run
      await runImport(service, { organizationId, importId }, stop, services, shared.get(space))
    }
    return 'done'
  } finally {
    await files.close()
  }
}

async function readPlan(files: SourceFiles): Promise<SitePlan> {
  const plan = await sitePlanOf(files)
  if (plan !== null) return plan
  const message =
    'It contains a single space. Import it into a space instead, or add a docs.yaml that describes the site'
  throw new DomainError('validation', message)
}

async function createdSpaces(
  service: Service,
  run: BegunSiteImport,
  { plan, source }: { readonly plan: SitePlan; readonly source: ImportSource },
) {
  const { organizationId, createdBy: by } = run
  return writeIn(service.db, async (tx) => {
    const { created, siteId } = await createPlannedSite(tx, service, { organizationId, plan, source, by })
    if (!(await recordSiteImport(tx, run, { created, siteId })))
      throw new DomainError('invalid_state', 'The import was canceled')
    return created
  })
}

/** The files of the source, and the source with the commit that was read. */
async function openSource(
  service: Service,
  { siteImportId: importId, source, secret }: BegunSiteImport,
  stop: AbortSignal,
): Promise<{ readonly files: SourceFiles; readonly source: ImportSource }> {
  if (source.type === 'file') return { files: await openUpload(service, importId, source.files), source }
  if (source.type === 'website') throw new Error('A website has no spaces')
  const credentials = secret === null ? undefined : await unsealCredentials(service.config, secret)
  const onProgress = async () => stop.throwIfAborted()
  const options = { config: service.config, version, stop, onProgress }
  const { files, commit, message } = await gitFiles({ ...source, importId, credentials }, options)
  return { files, source: { ...source, commit, message } }
}
