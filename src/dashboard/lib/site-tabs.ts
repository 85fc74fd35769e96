import { paths } from './paths.ts'

/** The pages of a site, in the order of its tabs. */
export const siteTabs = (organizationId: string, siteId: string): { label: string; to: string }[] => [
  { label: 'Overview', to: paths.siteOverview(organizationId, siteId) },
  { label: 'Structure', to: paths.site(organizationId, siteId) },
  { label: 'Redirects', to: paths.sitePart(organizationId, siteId, 'redirects') },
  { label: 'Audience', to: paths.sitePart(organizationId, siteId, 'audience') },
  { label: 'Customize', to: paths.sitePart(organizationId, siteId, 'customize') },
  { label: 'Insights', to: paths.sitePart(organizationId, siteId, 'insights') },
  { label: 'Access', to: paths.sitePart(organizationId, siteId, 'access') },
  { label: 'Settings', to: paths.sitePart(organizationId, siteId, 'settings') },
]
