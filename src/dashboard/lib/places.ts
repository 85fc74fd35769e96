/** Every address of the dashboard, said once. Links of one room to another go through here. */
export const places = {
  signIn: '/sign-in',
  organizations: '/o',
  home: (organizationId: string) => `/o/${organizationId}`,
  library: (organizationId: string) => `/o/${organizationId}/library`,
  collection: (organizationId: string, collectionId: string) =>
    `/o/${organizationId}/collections/${collectionId}`,
  trash: (organizationId: string) => `/o/${organizationId}/trash`,
  sites: (organizationId: string) => `/o/${organizationId}/sites`,
  site: (organizationId: string, siteId: string) => `/o/${organizationId}/sites/${siteId}/structure`,
  siteOverview: (organizationId: string, siteId: string) => `/o/${organizationId}/sites/${siteId}`,
  imports: (organizationId: string) => `/o/${organizationId}/import`,
  space: (spaceId: string) => `/s/${spaceId}`,
  page: (spaceId: string, pageId: string) => `/s/${spaceId}/p/${pageId}`,
  editPage: (spaceId: string, pageId: string) => `/s/${spaceId}/p/${pageId}/edit`,
  spaceImport: (spaceId: string) => `/s/${spaceId}/import`,
  spaceSettings: (spaceId: string) => `/s/${spaceId}/settings`,
} as const
