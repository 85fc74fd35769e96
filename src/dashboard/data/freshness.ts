import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { api } from '#contract/api.ts'
import type { ChangeEvent } from '#contract/events.ts'
import { isKnown } from './own-writes.ts'

type Resource = keyof typeof api

type Reads = {
  /** Reads that include data of the resource, wherever they are. */
  readonly everywhere?: readonly Resource[]
  /** Reads that do so only in the space that the change happened in. */
  readonly inSpace?: readonly Resource[]
}

/** How a read shows a change without a complete refetch. Returns false if it can't, and it is refetched. */
export type OnChangeEvents = (
  client: QueryClient,
  queryKey: QueryKey,
  events: readonly ChangeEvent[],
) => boolean

/**
 * Which reads become stale when a resource changes, besides the reads of the resource itself. It serves our own
 * writes and other people's change events alike, so a change has the same effect wherever it was made.
 */
const readsShowing: Partial<Record<Resource, Reads>> = {
  organizations: {
    everywhere: ['sessions', 'verifiedDomains', 'mergeRules', 'changeRequests', 'sharedVariables'],
  },
  pageFreshness: { everywhere: ['notifications'], inSpace: ['revisions', 'pageActivity'] },
  // What blocks a merge.
  mergeRules: { everywhere: ['changeRequests'] },
  verifiedDomains: { everywhere: ['organizations'] },
  oidcProviders: { everywhere: ['samlProviders'] },
  users: { everywhere: ['sessions', 'members'] },
  secondFactors: { everywhere: ['sessions', 'organizations', 'members'] },
  members: {
    everywhere: [
      'sessions',
      'organizations',
      'teams',
      'teamMembers',
      'spacePermissions',
      'collectionPermissions',
      'sitePermissions',
    ],
  },
  scimTokens: { everywhere: ['teams'] },
  teams: {
    everywhere: ['members', 'teamMembers', 'spacePermissions', 'collectionPermissions', 'sitePermissions'],
  },
  teamMembers: {
    everywhere: ['teams', 'members', 'spacePermissions', 'collectionPermissions', 'sitePermissions'],
  },
  spacePermissions: { everywhere: ['members', 'spaces'] },
  collectionPermissions: { everywhere: ['members', 'collections', 'spaces', 'spacePermissions'] },
  sitePermissions: { everywhere: ['members', 'sites', 'siteStructure'] },
  accessRequests: { everywhere: ['members', 'spacePermissions', 'collectionPermissions', 'sitePermissions'] },
  organizationInvites: { everywhere: ['members', 'organizations'] },
  library: { everywhere: ['collections', 'spaces'] },
  collections: {
    everywhere: [
      'library',
      'spaces',
      'spacePermissions',
      'collectionPermissions',
      'mergeRules',
      'changeRequests',
    ],
  },
  // A space's row changes with its content too, so its content is read again.
  spaces: {
    everywhere: [
      'library',
      'collections',
      'sites',
      'siteSpaces',
      'siteStructure',
      'siteChecks',
      'spacePermissions',
      'spaceTranslations',
      'pins',
      'home',
    ],
    inSpace: [
      'spaceContent',
      'pageFreshness',
      'spaceLinks',
      'revisions',
      'imports',
      'changeRequests',
      'spaceComments',
      'pageActivity',
      'mergeRules',
    ],
  },
  spaceContent: {
    everywhere: ['spaces', 'library', 'spaceTranslations', 'home'],
    inSpace: ['revisions', 'spaceLinks', 'changeRequests', 'pageActivity'],
  },
  spaceComments: { everywhere: ['spaces', 'library', 'home'], inSpace: ['spaceCommentReplies'] },
  spaceCommentReplies: { everywhere: ['home'], inSpace: ['spaceComments'] },
  spaceTranslations: { everywhere: ['spaces', 'library'] },
  changeRequests: {
    everywhere: ['spaces', 'library', 'spaceTranslations', 'pins', 'home'],
    inSpace: [
      'spaceContent',
      'changeRequestContent',
      'changeRequestReviews',
      'changeRequestComments',
      'changeRequestLinks',
      'changeRequestsSeen',
      'pageActivity',
      'revisions',
    ],
  },
  changeRequestContent: {
    everywhere: ['changeRequests'],
    inSpace: ['changeRequestsSeen', 'changeRequestLinks', 'changeRequestComments', 'pageActivity'],
  },
  changeRequestReviews: { everywhere: ['changeRequests'], inSpace: ['changeRequestComments'] },
  changeRequestComments: { everywhere: ['changeRequests', 'home'], inSpace: ['changeRequestCommentReplies'] },
  changeRequestCommentReplies: { everywhere: ['home'], inSpace: ['changeRequestComments'] },
  revisions: {
    everywhere: ['spaces', 'library', 'spaceTranslations'],
    inSpace: ['spaceContent', 'spaceLinks', 'changeRequests'],
  },
  sites: {
    everywhere: [
      'sharedVariables',
      'sitePublishing',
      'siteShareLinks',
      'siteAudience',
      'siteChecks',
      'siteSections',
      'siteSectionGroups',
      'siteSpaces',
      'siteStructure',
      'sitePlans',
      'siteHistory',
      'spaces',
      'pins',
      'home',
    ],
  },
  siteCustomization: { everywhere: ['sites', 'publishedSites'] },
  sitePublishing: { everywhere: ['siteChecks', 'siteAudience'] },
  siteShareLinks: { everywhere: ['siteAudience'] },
  siteSections: {
    everywhere: ['sites', 'siteSectionGroups', 'siteSpaces', 'siteStructure', 'sitePlans', 'siteHistory'],
  },
  siteSectionGroups: { everywhere: ['sites', 'siteSections', 'siteStructure', 'sitePlans', 'siteHistory'] },
  siteSpaces: {
    everywhere: ['sites', 'siteSections', 'siteStructure', 'spaces', 'sitePlans', 'siteHistory'],
  },
  siteStructure: {
    everywhere: ['sites', 'siteSections', 'siteSectionGroups', 'siteSpaces', 'sitePlans', 'siteHistory'],
  },
  sitePlans: { everywhere: ['siteStructure', 'siteHistory', 'sites', 'siteRedirects'] },
  siteHistory: { everywhere: ['siteStructure', 'sitePlans', 'sites', 'siteRedirects'] },
}

/** The resources that a change event is about, by the kind of object in its type. */
const resourcesOf: Readonly<Record<string, readonly Resource[]>> = {
  organization: ['organizations'],
  member: ['members'],
  team: ['teams', 'teamMembers'],
  collection: ['collections'],
  space: ['spaces'],
  'space-field': ['customFields'],
  'custom-field': ['customFields'],
  'translation-settings': ['translations'],
  'space-translation': ['spaceTranslations', 'spaces'],
  'openapi-spec': ['openapiSpecs'],
  'sso-provider': ['samlProviders', 'oidcProviders'],
  // Notifications about what was deleted, or can no longer be seen, are not listed.
  library: ['library', 'notifications'],
  invite: ['organizationInvites'],
  import: ['imports'],
  'git-sync': ['spaceGitSyncs'],
  'page-freshness': ['pageFreshness'],
  'change-request': ['changeRequests'],
  comment: ['spaceComments', 'changeRequestComments'],
  'comment-reply': ['spaceCommentReplies', 'changeRequestCommentReplies'],
  presence: ['presence'],
  pin: ['pins'],
  notification: ['notifications'],
  site: ['sites'],
  'site-section': ['siteSections'],
  'site-section-group': ['siteSectionGroups'],
  'site-space': ['siteSpaces'],
  'site-plan': ['sitePlans'],
  'site-redirect': ['siteRedirects'],
  'site-share-link': ['siteShareLinks'],
  'site-publishing': ['sitePublishing'],
  'site-scheduled-action': ['siteScheduledActions'],
  'site-customization': ['siteCustomization'],
  'site-audience': ['siteAudience'],
  'audit-event': ['auditEvents'],
  webhook: ['webhooks'],
  'verified-domain': ['verifiedDomains'],
  'access-request': ['accessRequests'],
  // Changed access can show or hide anything.
  access: [
    'notifications',
    'accessRequests',
    'library',
    'spacePermissions',
    'collectionPermissions',
    'sitePermissions',
    'organizations',
  ],
}

/** The kinds of objects whose change events refresh something. */
export const eventKinds: readonly string[] = Object.keys(resourcesOf)

/** Kinds whose own reads follow a single space, too: an event names the space. */
const kindsInOneSpace = ['comment', 'comment-reply', 'presence']

/** Whether a read may show something else after `resource` changed in one of the spaces; undefined is any space. */
function shows(queryKey: QueryKey, resource: string, spaceIds: readonly (string | undefined)[]): boolean {
  const [name, , input] = queryKey
  const { everywhere = [], inSpace = [] } = readsShowing[resource as Resource] ?? {}
  if (name === resource || everywhere.includes(name as Resource)) return true
  if (!inSpace.includes(name as Resource)) return false
  const shownSpaceId = spaceIdIn(input)
  return shownSpaceId === undefined || spaceIds.includes(undefined) || spaceIds.includes(shownSpaceId)
}

/** Whether a cached read may show something else after a change event. */
export function isAffectedBy(queryKey: QueryKey, event: ChangeEvent): boolean {
  if (event.type === 'reset') return true
  const [kind = ''] = event.type.split('.')
  const spaceId = kind === 'space' || kind === 'presence' ? event.id : event.parent
  const resources = resourcesOf[kind] ?? []
  if (kindsInOneSpace.includes(kind) && resources.includes(queryKey[0] as Resource))
    return spaceIdIn(queryKey[2]) === spaceId
  return resources.some((resource) => shows(queryKey, resource, [spaceId]))
}

function spaceIdIn(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !('params' in input)) return undefined
  return (input.params as { spaceId?: string } | undefined)?.spaceId
}

/** When a read was last made stale, so that the event of our own write doesn't refetch what we have refetched. */
const invalidatedAt = new WeakMap<Query, number>()

async function invalidate(client: QueryClient, isStale: (query: Query) => boolean): Promise<void> {
  // Decided beforehand, because TanStack Query asks a predicate twice: once to mark and once to refetch.
  const stale = new Set(client.getQueryCache().findAll().filter(isStale))
  const now = performance.now()
  for (const query of stale) invalidatedAt.set(query, now)
  // A refetch would cancel the loading of another page of a list, for which someone has clicked.
  const loadingMore = [...stale].filter(isLoadingMore)
  if (loadingMore.length > 0) await Promise.allSettled(loadingMore.map(({ promise }) => promise))
  const loading = [...stale].filter((query) => query.state.fetchStatus === 'fetching' && !query.isActive())
  await client.invalidateQueries({ predicate: (query) => stale.has(query as Query) })
  // Only shown reads are refetched. One that loads for a view that is still to come may have begun before the change.
  for (const query of loading) {
    const again = () => client.invalidateQueries({ predicate: (one) => one === query })
    query.promise?.then(again, () => undefined)
  }
}

const isLoadingMore = ({ state }: Query): boolean =>
  state.fetchStatus === 'fetching' && state.fetchMeta?.fetchMore !== undefined

/**
 * Refetches what writes to `resource` have made stale.
 * @param inputs the inputs of the writes; a `params.spaceId` in each limits the refetch to reads of these spaces
 */
export function invalidateResource(
  client: QueryClient,
  resource: string,
  ...inputs: readonly unknown[]
): Promise<void> {
  const spaceIds = inputs.length === 0 ? [undefined] : inputs.map(spaceIdIn)
  return invalidate(client, ({ queryKey }) => shows(queryKey, resource, spaceIds))
}

/** Refetches what other people's changes have made stale. Events of our own writes refetch nothing a second time. */
export function applyChangeEvents(client: QueryClient, events: readonly ChangeEvent[]): void {
  void invalidate(client, (query) => {
    const { queryKey, meta } = query
    const relevant = events.filter(
      (event) => isAffectedBy(queryKey, event) && !isKnown(event, queryKey, invalidatedAt.get(query)),
    )
    if (relevant.length === 0) return false
    const { onChangeEvents } = meta ?? {}
    return !(
      typeof onChangeEvents === 'function' && (onChangeEvents as OnChangeEvents)(client, queryKey, relevant)
    )
  })
}
