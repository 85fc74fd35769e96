import { changeRequestLinks } from '#contract/content-links.ts'
import { handle } from '../../handle.ts'
import { openRequestContent } from '../change-request-content/request-content.ts'
import { linksOf } from '../space-links/links.ts'
import { linksByPage } from '../space-links/links-by-page.ts'
import { mergedVersionOf } from './overlay.ts'

export const changeRequestLinkHandlers = handle(changeRequestLinks, {
  async list(ctx, { params, query: { status, brokenContext, ...paging } }) {
    const version = await mergedVersionOf(ctx, await openRequestContent(ctx, params))
    return linksOf(ctx, params.spaceId, { status, brokenContext, paging, version })
  },

  async listByPage(ctx, { params, query: { status, brokenContext, ...paging } }) {
    const version = await mergedVersionOf(ctx, await openRequestContent(ctx, params))
    return linksByPage(ctx, params.spaceId, { status, brokenContext, paging, version })
  },
})
