import { accessPermissionRoutes } from './access-permissions.ts'
import { resource } from './route.ts'
import { spacePath } from './shared/paths.ts'

export const spacePermissions = resource(
  'spacePermissions',
  accessPermissionRoutes({
    of: 'Space',
    kind: 'space',
    base: '/spaces/:spaceId/permissions',
    params: spacePath,
  }),
)
