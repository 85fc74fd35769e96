import { commentRoutes } from './comment-thread.ts'
import { resource } from './route.ts'
import { changeRequestPath, spacePath } from './shared/paths.ts'

export const spaceComments = resource(
  'spaceComments',
  commentRoutes({ of: 'Space', base: '/spaces/:spaceId/comments', params: spacePath }),
)

export const changeRequestComments = resource(
  'changeRequestComments',
  commentRoutes({
    of: 'ChangeRequest',
    base: '/spaces/:spaceId/change-requests/:changeRequestId/comments',
    params: changeRequestPath,
  }),
)
