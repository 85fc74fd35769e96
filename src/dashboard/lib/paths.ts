/** Prefix of anchors in a rendered page, which could otherwise equal ids of the frame. */
export const anchorPrefix = 'at-'

/** Every path of the dashboard. Links from one feature to another use these. */
export const paths = {
  signIn: '/sign-in',
  forgotPassword: '/forgot-password',
  organizations: '/o',
  home: (organizationId: string) => `/o/${organizationId}`,
  inbox: (organizationId: string) => `/o/${organizationId}/inbox`,
  library: (organizationId: string) => `/o/${organizationId}/library`,
  collection: (organizationId: string, collectionId: string) =>
    `/o/${organizationId}/collections/${collectionId}`,
  collectionAccess: (organizationId: string, collectionId: string) =>
    `/o/${organizationId}/collections/${collectionId}/access`,
  collectionMergeRules: (organizationId: string, collectionId: string) =>
    `/o/${organizationId}/collections/${collectionId}/merge-rules`,
  search: (organizationId: string, query?: string) =>
    `/o/${organizationId}/search${query ? `?q=${searchValue(query)}` : ''}`,
  trash: (organizationId: string) => `/o/${organizationId}/trash`,
  sites: (organizationId: string) => `/o/${organizationId}/sites`,
  site: (organizationId: string, siteId: string) => `/o/${organizationId}/sites/${siteId}/structure`,
  siteOverview: (organizationId: string, siteId: string) => `/o/${organizationId}/sites/${siteId}`,
  sitePart: (
    organizationId: string,
    siteId: string,
    part: 'redirects' | 'audience' | 'customize' | 'insights' | 'access' | 'settings',
  ) => `/o/${organizationId}/sites/${siteId}/${part}`,
  siteImport: (organizationId: string) => `/o/${organizationId}/sites/import`,
  imports: (organizationId: string) => `/o/${organizationId}/import`,
  members: (organizationId: string) => `/o/${organizationId}/members`,
  member: (organizationId: string, userId: string) => `/o/${organizationId}/members/${userId}`,
  memberPart: (organizationId: string, userId: string, part: 'sites' | 'teams' | 'grants' | 'sessions') =>
    `/o/${organizationId}/members/${userId}/${part}`,
  offboard: (organizationId: string, userId: string) => `/o/${organizationId}/members/${userId}/offboard`,
  teams: (organizationId: string) => `/o/${organizationId}/teams`,
  team: (organizationId: string, teamId: string) => `/o/${organizationId}/teams/${teamId}`,
  invites: (organizationId: string) => `/o/${organizationId}/invites`,
  join: (organizationId: string, inviteId: string) => `/join/${organizationId}/${inviteId}`,
  settings: (organizationId: string) => `/o/${organizationId}/settings`,
  general: (organizationId: string) => `/o/${organizationId}/settings/general`,
  security: (organizationId: string) => `/o/${organizationId}/settings/security`,
  singleSignOn: (organizationId: string) => `/o/${organizationId}/settings/sso`,
  domains: (organizationId: string) => `/o/${organizationId}/settings/domains`,
  translationSettings: (organizationId: string) => `/o/${organizationId}/settings/translations`,
  customFields: (organizationId: string) => `/o/${organizationId}/settings/fields`,
  openapi: (organizationId: string) => `/o/${organizationId}/settings/openapi`,
  openapiSpec: (organizationId: string, slug: string) => `/o/${organizationId}/settings/openapi/${slug}`,
  provisioning: (organizationId: string) => `/o/${organizationId}/settings/provisioning`,
  mergeRules: (organizationId: string) => `/o/${organizationId}/settings/merge-rules`,
  webhooks: (organizationId: string) => `/o/${organizationId}/settings/webhooks`,
  webhook: (organizationId: string, webhookId: string) =>
    `/o/${organizationId}/settings/webhooks/${webhookId}`,
  audit: (organizationId: string) => `/o/${organizationId}/settings/audit`,
  account: '/me',
  accountSecurity: '/me/security',
  accountNotifications: '/me/notifications',
  tokens: '/me/tokens',
  system: '/system',
  systemPart: (part: 'jobs' | 'email' | 'backups' | 'operations') => `/system/${part}`,
  space: (spaceId: string) => `/s/${spaceId}`,
  page: (spaceId: string, pageId: string) => `/s/${spaceId}/p/${pageId}`,
  heading: (spaceId: string, pageId: string, anchor: string) =>
    `/s/${spaceId}/p/${pageId}#${anchorPrefix}${anchor}`,
  editPage: (spaceId: string, pageId: string) => `/s/${spaceId}/p/${pageId}/edit`,
  changes: (spaceId: string) => `/s/${spaceId}/changes`,
  change: (spaceId: string, number: number | string) => `/s/${spaceId}/changes/${number}`,
  changePart: (
    spaceId: string,
    number: number | string,
    part:
      | 'overview'
      | 'comments'
      | 'reviews'
      | 'pages'
      | 'files'
      | 'reusable-content'
      | 'conflicts'
      | 'links',
  ) => `/s/${spaceId}/changes/${number}/${part}`,
  changedPage: (spaceId: string, number: number | string, pageId: string) =>
    `/s/${spaceId}/changes/${number}/pages/${pageId}`,
  editChangedPage: (spaceId: string, number: number | string, pageId: string) =>
    `/s/${spaceId}/changes/${number}/pages/${pageId}/edit`,
  organizationChanges: (organizationId: string) => `/o/${organizationId}/changes`,
  /** Change requests waiting for the current user. */
  waiting: (organizationId: string) => `/o/${organizationId}/changes?filter=waiting`,
  comments: (spaceId: string) => `/s/${spaceId}/comments`,
  history: (spaceId: string) => `/s/${spaceId}/history`,
  files: (spaceId: string) => `/s/${spaceId}/files`,
  reusableContent: (spaceId: string) => `/s/${spaceId}/reusable-content`,
  spaceSearch: (spaceId: string, query?: string) =>
    `/s/${spaceId}/search${query ? `?q=${searchValue(query)}` : ''}`,
  links: (spaceId: string) => `/s/${spaceId}/links`,
  translations: (spaceId: string) => `/s/${spaceId}/translations`,
  translatedPage: (spaceId: string, pageId: string) => `/s/${spaceId}/translations/${pageId}`,
  spaceImport: (spaceId: string) => `/s/${spaceId}/import`,
  spaceSettings: (spaceId: string) => `/s/${spaceId}/settings`,
  spaceAccess: (spaceId: string) => `/s/${spaceId}/settings/access`,
  spaceGitSync: (spaceId: string) => `/s/${spaceId}/settings/git-sync`,
} as const

/** A text as the router writes it into a search param: JSON-like values are quoted. */
function searchValue(text: string): string {
  try {
    JSON.parse(text)
    return encodeURIComponent(JSON.stringify(text))
  } catch {
    return encodeURIComponent(text)
  }
}
