import { changeRequestLinks } from '#contract/content-links.ts'
import { handle } from '../../handle.ts'
import { createChangeRequest } from '../change-request-content/request-content.ts'
import { linksOf } from '../space-links/links.ts'
import { linkPlacesOf } from '../space-links/links-by-page.ts'
import { leftBy } from './overlay.ts'

export const changeRequestLinkHandlers = handle(changeRequestLinks, {
  async list(ctx, { params, query: { status, brokenContext, ...paging } }) {
    const version = await leftBy(ctx, await createChangeRequest(ctx, params))
    return linksOf(ctx, params.spaceId, { status, brokenContext, paging, version })
  },

  async listByPage(ctx, { params, query: { status, brokenContext, ...paging } }) {
    const version = await leftBy(ctx, await createChangeRequest(ctx, params))
    return linkPlacesOf(ctx, params.spaceId, { status, brokenContext, paging, version })
  },
})
