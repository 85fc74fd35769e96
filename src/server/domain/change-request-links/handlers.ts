import { changeRequestLinks } from '#contract/content-links.ts'
import { handle } from '../../handle.ts'
import { openRequest } from '../change-request-content/opened.ts'
import { linkPlacesOf } from '../space-content/link-places.ts'
import { linksOf } from '../space-content/links.ts'
import { leftBy } from './overlay.ts'

export const changeRequestLinkHandlers = handle(changeRequestLinks, {
  async list(ctx, { params, query: { status, brokenContext, ...paging } }) {
    const version = await leftBy(ctx, await openRequest(ctx, params))
    return linksOf(ctx, params.spaceId, { status, brokenContext, paging, version })
  },

  async places(ctx, { params, query: { status, brokenContext, ...paging } }) {
    const version = await leftBy(ctx, await openRequest(ctx, params))
    return linkPlacesOf(ctx, params.spaceId, { status, brokenContext, paging, version })
  },
})
