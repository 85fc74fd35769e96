import { imports } from '#contract/imports.ts'
import { viewerOf } from '../../auth/viewer.ts'
import { listResponse } from '../../db/page.ts'
import { notFound } from '../../errors.ts'
import { type Handler, handle } from '../../handle.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { importAuditEvent } from './audit-events.ts'
import { parseGitSource } from './git-source.ts'
import { presentImport, presentItem } from './present.ts'
import { gitSyncOf, importPage, itemPage, lockImport, setCancelled, visibleImport } from './queries.ts'
import { expectRunning, statusesOf } from './rules.ts'
import { importPartsOf, startImport } from './start.ts'
import { expectCanEdit } from './target.ts'

type Handlers = {
  readonly list: Handler<typeof imports.list>
  readonly get: Handler<typeof imports.get>
  readonly start: Handler<typeof imports.start>
  readonly cancel: Handler<typeof imports.cancel>
}

const operations: Handlers = {
  async list(ctx, { query }) {
    const filters = { spaceId: query.space, statuses: statusesOf(query.status) }
    return listResponse(await importPage(ctx.db, viewerOf(ctx), filters, query), (row) =>
      presentImport(row, ctx.urls),
    )
  },

  async get(ctx, { params }) {
    return presentImport(await visibleImport(ctx.db, viewerOf(ctx), params.importRunId), ctx.urls)
  },

  async start(ctx, { body: { source, target } }) {
    const { space: spaceId, ...to } = target
    await expectCanEdit(ctx, spaceId)
    if (source.type === 'upload') return importPartsOf(ctx, { ...source, spaceId, target: to })
    if (source.type === 'website') return startImport(ctx, { spaceId, source, target: to })
    return startImport(ctx, { spaceId, ...parseGitSource(source, ctx.config), target: to })
  },

  async cancel(ctx, { params: { organizationId, importRunId } }) {
    return ctx.write(async (tx) => {
      const run = await visibleImport(tx, viewerOf(ctx), importRunId)
      const { status } = await lockImport(tx, organizationId, importRunId)
      expectRunning(status)
      await setCancelled(tx, organizationId, importRunId, ctx.now())
      await recordAuditEvents(tx, ctx, importAuditEvent('cancel', run))
      return presentImport(await visibleImport(tx, viewerOf(ctx), importRunId), ctx.urls)
    })
  },
}

export const importHandlers = handle(imports, {
  ...operations,
  listByClient: (ctx, input) => operations.list(ctx, input),
  getByClient: (ctx, input) => operations.get(ctx, input),
  startByClient: (ctx, input) => operations.start(ctx, input),
  cancelByClient: (ctx, input) => operations.cancel(ctx, input),

  async items(ctx, { params: { organizationId, importRunId }, query }) {
    const { id } = await visibleImport(ctx.db, viewerOf(ctx), importRunId)
    return listResponse(await itemPage(ctx.db, { organizationId, id }, query.outcome, query), presentItem)
  },

  async gitInfo(ctx, { params: { spaceId } }) {
    const info = await gitSyncOf(ctx.db, ctx.access.organizationId, spaceId)
    if (info === null) throw notFound('git repository of the space', spaceId)
    return info
  },

  async fromGit(ctx, { params: { spaceId }, body: { url, ref, repoProjectDirectory: directory } }) {
    await startImport(ctx, { spaceId, ...parseGitSource({ url, ref, directory }, ctx.config), target: {} })
  },
})
