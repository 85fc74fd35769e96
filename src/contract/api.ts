import { changeRequestContent } from './change-request-content.ts'
import { changeRequests } from './change-requests.ts'
import { collections } from './collections.ts'
import { spaceLinks } from './content-links.ts'
import { imports } from './imports.ts'
import { library } from './library.ts'
import { members } from './members.ts'
import { openapiSpecs } from './openapi-specs.ts'
import { organizations } from './organizations.ts'
import { revisions } from './revisions.ts'
import type { Route } from './route.ts'
import { sessions } from './sessions.ts'
import { siteSectionGroups } from './site-section-groups.ts'
import { siteSections } from './site-sections.ts'
import { siteSpaces } from './site-spaces.ts'
import { siteStructures } from './site-structure.ts'
import { sites } from './sites.ts'
import { spaceContent } from './space-content.ts'
import { spaces } from './spaces.ts'
import { teams } from './teams.ts'
import { tokens } from './tokens.ts'
import { users } from './users.ts'

/** Every resource by its name; `api.siteSections.move` is one operation. */
export const api = {
  changeRequestContent,
  changeRequests,
  collections,
  imports,
  library,
  members,
  openapiSpecs,
  organizations,
  revisions,
  sessions,
  siteSectionGroups,
  siteSections,
  siteSpaces,
  siteStructure: siteStructures,
  sites,
  spaceContent,
  spaceLinks,
  spaces,
  teams,
  tokens,
  users,
} as const

/** Every operation that is promised, with or without an act behind it. */
export const allRoutes: readonly Route[] = Object.values(api).flatMap((routes): Route[] =>
  Object.values(routes),
)
