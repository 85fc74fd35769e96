import { viewerOf } from '../../auth/viewer.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { ImportSource, StoredOptions, StoredTarget } from '../../db/tables/imports.ts'
import { insertImport } from '../../importing/queries.ts'
import { type Credentials, sealCredentials } from '../../importing/secrets.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { importAuditEvent } from './audit-events.ts'
import { importedCount, importLocation, presentImport, presentReport, totalCount } from './present.ts'
import { visibleImport } from './queries.ts'
import { importError } from './rules.ts'
import { takeUpload } from './take-upload.ts'
import { resolveTarget } from './target.ts'
import { waitUntilFinished } from './wait-until-finished.ts'

/** The source and target of an import. */
export type ImportInput = {
  /** Set when uploaded files are already staged under this id. */
  readonly importId?: string
  readonly spaceId: string
  readonly source: ImportSource
  readonly target: StoredTarget
  readonly options?: StoredOptions
  readonly credentials?: Credentials | undefined
}

type UploadInput = {
  readonly upload: string
  readonly spaceId: string
  readonly target: StoredTarget
  readonly splitHeadings?: boolean | undefined
}

/** Imports a file whose parts have arrived. @throws {DomainError} as `resolveTarget` and `takeUpload` */
export function importPartsOf(ctx: Context, { upload, splitHeadings, ...input }: UploadInput) {
  const ref = { ...ctx.access, importUploadId: upload, userId: ctx.caller.userId }
  const options = splitHeadings === undefined ? {} : { splitHeadings }
  const sourceIn = (tx: Tx) => takeUpload(tx, ref, input.spaceId)
  return queueImport(ctx, { ...input, options, importId: upload }, sourceIn)
}

/** Queues an import and returns its run. @throws {DomainError} as `resolveTarget` */
export const startImport = (ctx: Context, { source, ...input }: ImportInput) =>
  queueImport(ctx, input, async () => source)

async function queueImport(
  ctx: Context,
  input: Omit<ImportInput, 'source'>,
  sourceIn: (tx: Tx) => Promise<ImportSource>,
) {
  const { spaceId, options = {}, credentials, importId = ctx.newId() } = input
  const { organizationId } = ctx.access
  const secret = credentials === undefined ? null : await sealCredentials(ctx.config, credentials)
  await ctx.write(async (tx) => {
    const source = await sourceIn(tx)
    const target = await resolveTarget(tx, { organizationId, spaceId }, input.target)
    const run = { organizationId, importId, spaceId, source, target, options, secret }
    await insertImport(tx, { ...run, by: ctx.caller.userId, now: ctx.now() })
    await recordAuditEvents(tx, ctx, importAuditEvent('start', { id: importId, spaceId, source, target }))
    await ctx.jobs.enqueue(tx, 'run-import', { organizationId, importId })
  })
  return presentImport(await visibleImport(ctx.db, viewerOf(ctx), importId), ctx.urls)
}

/** Imports and returns when the import has finished. */
export async function importAndWait(ctx: Context, input: ImportInput) {
  const { organizationId } = ctx.access
  const { id } = await startImport(ctx, input)
  await waitUntilFinished(ctx.db, { organizationId, id }, disconnectSignal(ctx))
  const run = await visibleImport(ctx.db, viewerOf(ctx), id)
  if (run.status !== 'completed' || run.report === null || run.revisionId === null) throw importError(run)
  return {
    revision: run.revisionId,
    importedResources: importedCount(run.report),
    totalResources: totalCount(run.report),
    importRun: run.id,
    report: presentReport(run.report),
    urls: { location: importLocation(run, ctx.urls) },
  }
}

/** Fires when the caller disconnects; the import continues. */
function disconnectSignal({ reply }: Context): AbortSignal {
  const disconnect = new AbortController()
  reply.raw.once('close', () => disconnect.abort(new Error('Your account no longer exists')))
  return disconnect.signal
}
