/**
 * What a write to a resource makes stale beside the resource itself. One table, so that it can be read as a whole.
 * Keys and values are resource names of the contract.
 */
export const alsoStale: Readonly<Record<string, readonly string[]>> = {
  organizations: ['sessions'],
  users: ['sessions', 'members'],
  members: ['sessions', 'organizations'],
  library: ['collections', 'spaces'],
  collections: ['library', 'spaces'],
  spaces: ['library', 'collections', 'sites', 'siteSpaces', 'siteStructure'],
  spaceContent: ['spaces', 'library', 'revisions', 'spaceLinks'],
  imports: ['spaceContent', 'spaces', 'library', 'revisions', 'spaceLinks'],
  sites: ['siteSections', 'siteSectionGroups', 'siteSpaces', 'siteStructure', 'spaces'],
  siteSections: ['sites', 'siteSectionGroups', 'siteSpaces', 'siteStructure'],
  siteSectionGroups: ['sites', 'siteSections', 'siteStructure'],
  siteSpaces: ['sites', 'siteSections', 'siteStructure', 'spaces'],
  siteStructure: ['sites', 'siteSections', 'siteSectionGroups', 'siteSpaces'],
}
