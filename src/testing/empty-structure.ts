import type { Structure } from '#server/domain/sites/structure/structure.ts'

/** The structure of a site that shows nothing yet. */
export const emptyStructure: Structure = {
  site: {
    organizationId: 'o',
    id: 's',
    type: 'basic',
    title: 'Site',
    basename: 'site',
    hostname: null,
    proxy: null,
    icon: null,
    visibility: 'public',
    published: false,
    adaptiveContent: false,
    conditionalContent: 'undecided',
    defaultSectionId: null,
    defaultSiteSpaceId: null,
    version: 1,
    createdAt: new Date(0),
    updatedAt: new Date(0),
  },
  groups: [],
  sections: [],
  siteSpaces: [],
}
