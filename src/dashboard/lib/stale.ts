/**
 * What a write to a resource makes stale beside the resource itself. One table, so that it can be read as a whole.
 * Keys and values are resource names of the contract.
 */
export const alsoStale: Readonly<Record<string, readonly string[]>> = {
  organizations: ['user'],
  collections: ['spaces', 'organizations'],
  spaces: ['collections', 'organizations', 'sites', 'siteSpaces', 'siteStructure'],
  content: ['spaces', 'pages', 'revisions'],
  pages: ['content', 'spaces'],
  sites: ['siteSections', 'siteSectionGroups', 'siteSpaces', 'siteStructure'],
  siteSections: ['sites', 'siteSectionGroups', 'siteSpaces', 'siteStructure'],
  siteSectionGroups: ['sites', 'siteSections', 'siteStructure'],
  siteSpaces: ['sites', 'siteSections', 'siteStructure'],
}
