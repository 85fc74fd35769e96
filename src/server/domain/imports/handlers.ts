import { imports } from '#contract/imports.ts'
import { spaceContent } from '#contract/space-content.ts'
import type { Context } from '../../context.ts'
import type { ImportSource } from '../../db/tables/imports.ts'
import { handle } from '../../handle.ts'
import { insertImport } from '../../importing/queries.ts'
import { stage, unstage } from '../../importing/staging.ts'
import { viewerOf } from '../library/place.ts'
import { importLocation, madeBy, presentImport, presentReport, totalOf } from './present.ts'
import { editModeOf, holdRun, importPage, importSeen, setCancelled } from './queries.ts'
import { expectRunning, expectUnlocked, refusalOf, statusesOf } from './rules.ts'
import { uploadedFiles } from './uploads.ts'
import { untilOver } from './waiting.ts'

export const importHandlers = [
  ...handle(imports, {
    async list(ctx, { query }) {
      const narrowed = { spaceId: query.space, statuses: statusesOf(query.status) }
      const { rows, next, count } = await importPage(ctx.db, viewerOf(ctx), narrowed, query)
      return { ...(next ? { next } : {}), count, items: rows.map((row) => presentImport(row, ctx.urls)) }
    },

    async get(ctx, { params }) {
      return presentImport(await importSeen(ctx.db, viewerOf(ctx), params.importRunId), ctx.urls)
    },

    async cancel(ctx, { params: { organizationId, importRunId } }) {
      return ctx.write(async (tx) => {
        await importSeen(tx, viewerOf(ctx), importRunId)
        const { status } = await holdRun(tx, organizationId, importRunId)
        expectRunning(status)
        await setCancelled(tx, organizationId, importRunId, ctx.now())
        return presentImport(await importSeen(tx, viewerOf(ctx), importRunId), ctx.urls)
      })
    },
  }),

  ...handle(spaceContent, {
    async import(ctx, { params: { spaceId }, body }) {
      const { organizationId } = ctx.access
      const importId = ctx.newId()
      await begin(ctx, { importId, spaceId, source: { type: 'website', url: body.url } })
      await untilOver(ctx.db, { organizationId, id: importId }, goneSignal(ctx))
      const run = await importSeen(ctx.db, viewerOf(ctx), importId)
      if (run.status !== 'completed' || run.report === null || run.revisionId === null) throw refusalOf(run)
      return {
        revision: run.revisionId,
        importedResources: madeBy(run.report),
        totalResources: totalOf(run.report),
        importRun: run.id,
        report: presentReport(run.report),
        urls: { location: importLocation(run, ctx.urls) },
      }
    },

    async upload(ctx, { params: { spaceId } }) {
      const importId = ctx.newId()
      expectUnlocked((await editModeOf(ctx.db, ctx.access.organizationId, spaceId)).editMode)
      const files = await stage(ctx.config, importId, uploadedFiles(ctx.request))
      try {
        await begin(ctx, { importId, spaceId, source: { type: 'file', files } })
      } catch (error) {
        await unstage(ctx.config, importId)
        throw error
      }
      return presentImport(await importSeen(ctx.db, viewerOf(ctx), importId), ctx.urls)
    },
  }),
]

type Beginning = { readonly importId: string; readonly spaceId: string; readonly source: ImportSource }

/** Puts an import aside for a job to do. */
async function begin(ctx: Context, { importId, spaceId, source }: Beginning): Promise<void> {
  const { organizationId } = ctx.access
  await ctx.write(async (tx) => {
    expectUnlocked((await editModeOf(tx, organizationId, spaceId)).editMode)
    const by = ctx.caller.userId
    await insertImport(tx, { organizationId, importId, spaceId, source, by, now: ctx.now() })
    await ctx.jobs.enqueue(tx, 'run-import', { organizationId, importId })
  })
}

/** Fires when the caller hangs up; the import goes on all the same. */
function goneSignal({ reply }: Context): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort(new Error('The caller is gone')))
  return gone.signal
}
