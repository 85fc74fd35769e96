import { exports } from '#contract/exports.ts'
import { viewerOf } from '../../auth/viewer.ts'
import type { Context } from '../../context.ts'
import { safeName } from '../../exporting/file-names.ts'
import { exportOf } from '../../exporting/space-files.ts'
import { zipOf } from '../../exporting/zip.ts'
import { handle } from '../../handle.ts'
import { visibleCollection } from '../collections/queries.ts'
import { organizationForUser } from '../organizations/queries.ts'
import { visibleSpace } from '../spaces/queries.ts'
import { libraryFiles } from './library-files.ts'
import { pdfUrl } from './printing.ts'

export const exportHandlers = handle(exports, {
  async space(ctx, { params: { spaceId } }) {
    const { title } = await visibleSpace(ctx.db, viewerOf(ctx), spaceId)
    const { entries } = await exportOf(ctx, { organizationId: ctx.access.organizationId, spaceId })
    setFileName(ctx, title)
    return zipOf(entries())
  },

  async collection(ctx, { params: { collectionId } }) {
    const viewer = viewerOf(ctx)
    const { title } = await visibleCollection(ctx.db, viewer, collectionId)
    setFileName(ctx, title)
    return zipOf(libraryFiles(ctx, viewer, collectionId))
  },

  async organization(ctx, { params: { organizationId } }) {
    const { title } = await organizationForUser(ctx.db, ctx.caller.userId, organizationId)
    setFileName(ctx, title)
    return zipOf(libraryFiles(ctx, viewerOf(ctx), null))
  },

  async spacePdf(ctx, { params: { spaceId }, query }) {
    return pdfUrl(ctx, { spaceId, ...query })
  },
})

/** Sets the file name under which browsers save the archive. */
function setFileName({ reply }: Context, title: string): void {
  const name = encodeURIComponent(`${safeName(title, 'Untitled')}.zip`).replaceAll("'", '%27')
  reply
    .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
    .header('cache-control', 'no-store')
}
