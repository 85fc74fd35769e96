import { changeRequests } from '#contract/change-requests.ts'
import { exports } from '#contract/exports.ts'
import type { Context } from '../../context.ts'
import { safeName } from '../../exporting/names.ts'
import { exportOf } from '../../exporting/space-files.ts'
import { zipOf } from '../../exporting/zip.ts'
import { handle } from '../../handle.ts'
import { requestOf } from '../change-requests/queries.ts'
import { collectionSeen } from '../collections/queries.ts'
import { viewerOf } from '../library/place.ts'
import { organizationSeen } from '../organizations/queries.ts'
import { spaceSeen } from '../spaces/queries.ts'
import { addressOfPdf } from './printing.ts'
import { shelvedFiles } from './shelved.ts'

const files = handle(exports, {
  async space(ctx, { params: { spaceId } }) {
    const { title } = await spaceSeen(ctx.db, viewerOf(ctx), spaceId)
    const { entries } = await exportOf(ctx, { organizationId: ctx.access.organizationId, spaceId })
    nameAnswer(ctx, title)
    return zipOf(entries())
  },

  async collection(ctx, { params: { collectionId } }) {
    const viewer = viewerOf(ctx)
    const { title } = await collectionSeen(ctx.db, viewer, collectionId)
    nameAnswer(ctx, title)
    return zipOf(shelvedFiles(ctx, viewer, collectionId))
  },

  async organization(ctx, { params: { organizationId } }) {
    const { title } = await organizationSeen(ctx.db, ctx.caller.userId, organizationId)
    nameAnswer(ctx, title)
    return zipOf(shelvedFiles(ctx, viewerOf(ctx), null))
  },

  async spacePdf(ctx, { params: { spaceId }, query }) {
    return addressOfPdf(ctx, { spaceId, ...query })
  },
})

const ofRequests = handle(changeRequests, {
  async pdf(ctx, { params: { spaceId, changeRequestId }, query }) {
    const at = { organizationId: ctx.access.organizationId, spaceId }
    const { id, revision } = await requestOf(ctx.db, at, changeRequestId)
    return addressOfPdf(ctx, { spaceId, changeRequestId: id, revision, ...query })
  },
})

export const exportHandlers = [...files, ...ofRequests]

/** Under what name a browser keeps the archive. */
function nameAnswer({ reply }: Context, title: string): void {
  const name = encodeURIComponent(`${safeName(title, 'Untitled')}.zip`).replaceAll("'", '%27')
  reply
    .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
    .header('cache-control', 'no-store')
}
