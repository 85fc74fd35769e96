import { replyRoutes } from './reply-thread.ts'
import { resource } from './route.ts'
import { changeRequestPath, spacePath } from './shared/paths.ts'

export const spaceCommentReplies = resource(
  'spaceCommentReplies',
  replyRoutes({ of: 'Space', base: '/spaces/:spaceId/comments', params: spacePath }),
)

export const changeRequestCommentReplies = resource(
  'changeRequestCommentReplies',
  replyRoutes({
    of: 'ChangeRequest',
    base: '/spaces/:spaceId/change-requests/:changeRequestId/comments',
    params: changeRequestPath,
  }),
)
