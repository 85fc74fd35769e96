import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ChangeEvent } from '#contract/events.ts'

/**
 * `meta.hear` of a large read: takes in what was heard by reading less than all of it. Answers false where that
 * cannot be done, and it is read again as a whole.
 */
export type Hear = (client: QueryClient, queryKey: QueryKey, events: readonly ChangeEvent[]) => boolean

/** What is read again after a change: resource names of the contract, by kind of object. */
const shownBy: Readonly<Record<string, readonly string[]>> = {
  organization: ['organizations', 'sessions'],
  member: ['members', 'teamMembers', 'teams', 'sessions', 'organizations'],
  team: ['teams', 'teamMembers', 'members'],
  collection: ['collections', 'library'],
  space: ['spaces', 'library', 'collections', 'siteChecks'],
  'space-field': ['customFields'],
  'custom-field': ['customFields'],
  'openapi-spec': ['openapiSpecs'],
  library: ['library', 'collections', 'spaces'],
  invite: ['organizationInvites'],
  import: ['imports'],
  'change-request': [
    'changeRequests',
    'changeRequestContent',
    'changeRequestReviews',
    'changeRequestComments',
    'changeRequestLinks',
    'changeRequestsSeen',
  ],
  site: ['sites', 'siteStructure', 'sitePlans', 'siteHistory'],
  'site-section': ['siteSections', 'siteSectionGroups', 'siteStructure', 'sites', 'sitePlans', 'siteHistory'],
  'site-section-group': ['siteSectionGroups', 'siteSections', 'siteStructure', 'sitePlans', 'siteHistory'],
  'site-space': ['siteSpaces', 'siteSections', 'siteStructure', 'sites', 'sitePlans', 'siteHistory'],
  'site-plan': ['sitePlans'],
  'site-redirect': ['siteRedirects'],
  'site-share-link': ['siteShareLinks'],
  'site-publishing': ['sitePublishing', 'siteChecks'],
  'site-customization': ['siteCustomization', 'publishedSites'],
  'site-audience': ['siteAudience'],
  'audit-event': ['auditEvents'],
  presence: [],
  access: [
    'library',
    'collections',
    'spaces',
    'spacePermissions',
    'collectionPermissions',
    'sites',
    'siteStructure',
    'sitePermissions',
    'members',
    'organizations',
    'sessions',
  ],
}

/** Reads that follow the content of one space, named by its id in their input. */
const ofSpace = ['spaceContent', 'spaceLinks', 'revisions', 'imports', 'changeRequests', 'spaceComments']

/** The talk in one space and its change requests: a comment is heard with its space as parent. */
const ofTalk = [
  'spaceComments',
  'spaceCommentReplies',
  'changeRequestComments',
  'changeRequestCommentReplies',
]

/** Makes stale what may show something else after what was heard, and reads again what is on screen of it. */
export function takeIn(client: QueryClient, events: readonly ChangeEvent[]): void {
  void client.invalidateQueries({
    predicate: ({ queryKey, meta }) => {
      const touching = events.filter((event) => isTouched(queryKey, event))
      if (touching.length === 0) return false
      return !(typeof meta?.hear === 'function' && (meta.hear as Hear)(client, queryKey, touching))
    },
  })
}

/** Whether a cached read may show something else after what was heard. */
export function isTouched(queryKey: QueryKey, event: ChangeEvent): boolean {
  if (event.type === 'reset') return true
  const [resource, , input] = queryKey
  const [kind = ''] = event.type.split('.')
  if (shownBy[kind]?.includes(String(resource))) return true
  if (kind === 'presence') return resource === 'presence' && spaceIn(input) === event.id
  if (kind === 'comment' || kind === 'comment-reply')
    return ofTalk.includes(String(resource)) && spaceIn(input) === event.parent
  return kind === 'space' && ofSpace.includes(String(resource)) && spaceIn(input) === event.id
}

function spaceIn(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('params' in input)) return undefined
  return (input.params as Record<string, unknown> | undefined)?.spaceId
}
