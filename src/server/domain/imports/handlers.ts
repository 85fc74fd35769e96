import { changeRequestContent } from '#contract/change-request-content.ts'
import { imports } from '#contract/imports.ts'
import { spaceContent } from '#contract/space-content.ts'
import type { Context } from '../../context.ts'
import { listAnswer } from '../../db/page.ts'
import type { StoredTarget } from '../../db/tables/imports.ts'
import { handle } from '../../handle.ts'
import { stage, unstage } from '../../importing/staging.ts'
import { record } from '../audit-events/record.ts'
import { viewerOf } from '../library/place.ts'
import { importAct } from './acts.ts'
import { begin, importAndWait } from './begin.ts'
import { gitOrder } from './git-order.ts'
import { presentImport, presentItem } from './present.ts'
import { holdRun, importPage, importSeen, itemPage, setCancelled } from './queries.ts'
import { expectRunning, statusesOf } from './rules.ts'
import { expectMayEdit, targetAsked } from './target.ts'
import { uploadedFiles } from './uploads.ts'

export const importHandlers = [
  ...handle(imports, {
    async list(ctx, { query }) {
      const narrowed = { spaceId: query.space, statuses: statusesOf(query.status) }
      return listAnswer(await importPage(ctx.db, viewerOf(ctx), narrowed, query), (row) =>
        presentImport(row, ctx.urls),
      )
    },

    async get(ctx, { params }) {
      return presentImport(await importSeen(ctx.db, viewerOf(ctx), params.importRunId), ctx.urls)
    },

    async items(ctx, { params: { organizationId, importRunId }, query }) {
      const { id } = await importSeen(ctx.db, viewerOf(ctx), importRunId)
      return listAnswer(await itemPage(ctx.db, { organizationId, id }, query.outcome, query), presentItem)
    },

    async start(ctx, { body: { source, target } }) {
      const { space: spaceId, ...to } = target
      await expectMayEdit(ctx, spaceId)
      if (source.type === 'website') return begin(ctx, { spaceId, source, target: to })
      return begin(ctx, { spaceId, ...gitOrder(source, ctx.config), target: to })
    },

    async fromGit(ctx, { params: { spaceId }, body: { url, ref, repoProjectDirectory: directory } }) {
      await begin(ctx, { spaceId, ...gitOrder({ url, ref, directory }, ctx.config), target: {} })
    },

    async cancel(ctx, { params: { organizationId, importRunId } }) {
      return ctx.write(async (tx) => {
        const run = await importSeen(tx, viewerOf(ctx), importRunId)
        const { status } = await holdRun(tx, organizationId, importRunId)
        expectRunning(status)
        await setCancelled(tx, organizationId, importRunId, ctx.now())
        await record(tx, ctx, importAct('cancel', run))
        return presentImport(await importSeen(tx, viewerOf(ctx), importRunId), ctx.urls)
      })
    },
  }),

  ...handle(spaceContent, {
    async import(ctx, { params: { spaceId }, body }) {
      return importAndWait(ctx, { spaceId, source: { type: 'website', url: body.url }, target: {} })
    },

    async importBelow(ctx, { params: { spaceId, pageId: page }, body }) {
      return importAndWait(ctx, { spaceId, source: { type: 'website', url: body.url }, target: { page } })
    },

    async upload(
      ctx,
      { params: { spaceId }, query: { below: page, splitHeadings, asChangeRequest, subject = '' } },
    ) {
      const target = { page, asChangeRequest: asChangeRequest ? { subject } : undefined }
      return takeUpload(ctx, spaceId, { target, splitHeadings })
    },
  }),

  ...handle(changeRequestContent, {
    async import(ctx, { params: { spaceId, changeRequestId: changeRequest }, body }) {
      const source = { type: 'website' as const, url: body.url }
      return importAndWait(ctx, { spaceId, source, target: { changeRequest } })
    },

    async importBelow(ctx, { params: { spaceId, changeRequestId: changeRequest, pageId: page }, body }) {
      const source = { type: 'website' as const, url: body.url }
      return importAndWait(ctx, { spaceId, source, target: { changeRequest, page } })
    },

    async upload(ctx, { params: { spaceId, changeRequestId: changeRequest }, query }) {
      const { below: page, splitHeadings } = query
      return takeUpload(ctx, spaceId, { target: { changeRequest, page }, splitHeadings })
    },
  }),
]

type Wanted = { readonly target: StoredTarget; readonly splitHeadings: boolean | undefined }

/** Takes the files of a form in and puts their import aside; refused before they are read where it is clear already. */
async function takeUpload(ctx: Context, spaceId: string, { target, splitHeadings }: Wanted) {
  const importId = ctx.newId()
  const { organizationId } = ctx.access
  await targetAsked(ctx.db, { organizationId, spaceId }, target)
  const files = await stage(ctx.config, importId, uploadedFiles(ctx.request))
  const options = splitHeadings === undefined ? {} : { splitHeadings }
  try {
    return await begin(ctx, { importId, spaceId, source: { type: 'file', files }, target, options })
  } catch (error) {
    await unstage(ctx.config, importId)
    throw error
  }
}
