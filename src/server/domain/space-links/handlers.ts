import { spaceLinks } from '#contract/content-links.ts'
import { handle } from '../../handle.ts'
import { linksOf } from './links.ts'
import { linksByPage } from './links-by-page.ts'

export const spaceLinkHandlers = handle(spaceLinks, {
  async list(ctx, { params: { spaceId }, query }) {
    return linksOf(ctx, spaceId, { status: query.status, paging: query })
  },

  async listByPage(ctx, { params: { spaceId }, query: { status, ...paging } }) {
    return linksByPage(ctx, spaceId, { status, paging })
  },
})
