import { siteImports } from '#contract/site-imports.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { ImportSource } from '../../db/tables/imports.ts'
import { DomainError } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { type Credentials, sealCredentials } from '../../importing/secrets.ts'
import { removeUpload, storeUpload } from '../../importing/uploads.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { parseGitSource } from '../imports/git-source.ts'
import { takeUpload } from '../imports/take-upload.ts'
import { filesToImport } from '../imports/uploads.ts'
import { siteImportAuditEvent } from './audit-events.ts'
import { presentSiteImport } from './present.ts'
import {
  insertSiteImport,
  lockSiteImport,
  type SiteImportRef,
  setCancelled,
  setStarted,
  siteImportById,
} from './queries.ts'

export const siteImportHandlers = handle(siteImports, {
  async create(ctx, { body: { source, preview = false } }) {
    if (source.type === 'git') {
      const { source: repository, credentials } = parseGitSource(source, ctx.config)
      return start(ctx, { sourceIn: async () => repository, credentials, isPreview: preview })
    }
    const ref = { ...ctx.access, importUploadId: source.upload, userId: ctx.caller.userId }
    const sourceIn = (tx: Tx) => takeUpload(tx, ref, null)
    return start(ctx, { siteImportId: source.upload, sourceIn, isPreview: preview })
  },

  async upload(ctx, { query: { preview = false } }) {
    const siteImportId = ctx.newId()
    const files = await storeUpload(ctx, siteImportId, filesToImport(ctx))
    try {
      return await start(ctx, {
        siteImportId,
        sourceIn: async () => ({ type: 'file', files }),
        isPreview: preview,
      })
    } catch (error) {
      await removeUpload(ctx, siteImportId)
      throw error
    }
  },

  async get(ctx, { params }) {
    return present(ctx, params)
  },

  async start(ctx, { params }) {
    await ctx.write(async (tx) => {
      const { status } = await lockSiteImport(tx, params)
      if (status !== 'planned') throw new DomainError('invalid_state', 'Only a planned import can be started')
      await setStarted(tx, params)
      await ctx.jobs.enqueue(tx, 'run-site-import', params)
    })
    return present(ctx, params)
  },

  async cancel(ctx, { params }) {
    await ctx.write(async (tx) => {
      const { status, created } = await lockSiteImport(tx, params)
      if (status === 'completed' || status === 'failed' || status === 'cancelled')
        throw new DomainError('invalid_state', 'The import has ended')
      await setCancelled(tx, params, created ?? [], ctx.now())
      const row = await siteImportById(tx, params)
      await recordAuditEvents(tx, ctx, siteImportAuditEvent('cancel', row))
    })
    await removeUpload(ctx, params.siteImportId)
    return present(ctx, params)
  },
})

type StartInput = {
  readonly siteImportId?: string
  /** Read in the transaction that starts the import. */
  readonly sourceIn: (tx: Tx) => Promise<ImportSource>
  readonly credentials?: Credentials | undefined
  readonly isPreview: boolean
}

async function start(
  ctx: Context,
  { siteImportId = ctx.newId(), sourceIn, credentials, isPreview }: StartInput,
) {
  const { organizationId } = ctx.access
  const ref = { organizationId, siteImportId }
  const secret = credentials === undefined ? null : await sealCredentials(ctx.config, credentials)
  await ctx.write(async (tx) => {
    const source = await sourceIn(tx)
    await insertSiteImport(tx, { ...ref, source, secret, isPreview, by: ctx.caller.userId, now: ctx.now() })
    await recordAuditEvents(tx, ctx, siteImportAuditEvent('start', { id: siteImportId, source }))
    await ctx.jobs.enqueue(tx, 'run-site-import', ref)
  })
  return present(ctx, ref)
}

async function present(ctx: Context, { organizationId, siteImportId }: SiteImportRef) {
  const row = await siteImportById(ctx.db, { organizationId, siteImportId })
  return presentSiteImport(ctx.db, row, ctx.urls)
}
