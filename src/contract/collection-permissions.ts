import { accessPermissionRoutes } from './access-permissions.ts'
import { resource } from './route.ts'
import { collectionPath } from './shared/paths.ts'

export const collectionPermissions = resource(
  'collectionPermissions',
  accessPermissionRoutes({
    of: 'Collection',
    kind: 'collection',
    base: '/collections/:collectionId/permissions',
    params: collectionPath,
  }),
)
