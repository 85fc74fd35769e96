import { collectionHandlers } from '../domain/collections/handlers.ts'
import { importHandlers } from '../domain/imports/handlers.ts'
import { libraryHandlers } from '../domain/library/handlers.ts'
import { memberHandlers } from '../domain/members/handlers.ts'
import { organizationHandlers } from '../domain/organizations/handlers.ts'
import { sessionHandlers } from '../domain/sessions/handlers.ts'
import { siteSectionGroupHandlers } from '../domain/site-section-groups/handlers.ts'
import { siteSectionHandlers } from '../domain/site-sections/handlers.ts'
import { siteSpaceHandlers } from '../domain/site-spaces/handlers.ts'
import { siteStructureHandlers } from '../domain/site-structure/handlers.ts'
import { siteHandlers } from '../domain/sites/handlers.ts'
import { spaceContentHandlers, spaceLinkHandlers } from '../domain/space-content/handlers.ts'
import { spaceHandlers } from '../domain/spaces/handlers.ts'
import { tokenHandlers } from '../domain/tokens/handlers.ts'
import { userHandlers } from '../domain/users/handlers.ts'
import type { Mounted } from '../handle.ts'

/** Every operation that works: one line a resource. */
export const operations: readonly Mounted[] = [
  ...sessionHandlers,
  ...userHandlers,
  ...tokenHandlers,
  ...organizationHandlers,
  ...memberHandlers,
  ...libraryHandlers,
  ...collectionHandlers,
  ...spaceHandlers,
  ...spaceContentHandlers,
  ...spaceLinkHandlers,
  ...importHandlers,
  ...siteHandlers,
  ...siteStructureHandlers,
  ...siteSectionHandlers,
  ...siteSectionGroupHandlers,
  ...siteSpaceHandlers,
]
