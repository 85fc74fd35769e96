import { z } from 'zod'
import { id, timestamp, version } from './shared/values.ts'

/** Every type of webhook event by what it is about, with the label admins see. */
export const webhookEventGroups = [
  {
    title: 'Spaces',
    types: {
      'space.created': 'Space created',
      'space.updated': 'Space settings changed',
      'space.content_updated': 'Space content changed',
      'space.fields_updated': 'Custom field values changed',
      'space.deleted': 'Space moved to the trash',
      'space.restored': 'Space restored',
    },
  },
  {
    title: 'Change requests',
    types: {
      'change_request.created': 'Change request created',
      'change_request.opened': 'Change request opened for review',
      'change_request.updated': 'Change request changed',
      'change_request.merged': 'Change request merged',
      'change_request.archived': 'Change request archived',
      'review.submitted': 'Review submitted',
    },
  },
  {
    title: 'Comments',
    types: {
      'comment.created': 'Comment posted',
      'comment.updated': 'Comment edited',
      'comment.resolved': 'Comment resolved',
      'comment.reopened': 'Comment reopened',
      'comment.deleted': 'Comment deleted',
      'comment_reply.created': 'Reply posted',
      'comment_reply.updated': 'Reply edited',
      'comment_reply.deleted': 'Reply deleted',
    },
  },
  {
    title: 'Collections',
    types: {
      'collection.created': 'Collection created',
      'collection.updated': 'Collection changed',
      'collection.deleted': 'Collection deleted',
    },
  },
  {
    title: 'Sites',
    types: {
      'site.created': 'Site created',
      'site.updated': 'Site settings changed',
      'site.published': 'Site published',
      'site.unpublished': 'Site unpublished',
      'site.structure_updated': 'Site structure changed',
      'site.customization_updated': 'Site customization changed',
      'site.redirects_updated': 'Site redirects changed',
      'site.deleted': 'Site deleted',
    },
  },
  {
    title: 'Imports and specifications',
    types: {
      'import.completed': 'Import completed',
      'import.failed': 'Import failed',
      'openapi_spec.created': 'OpenAPI specification added',
      'openapi_spec.updated': 'OpenAPI specification changed',
      'openapi_spec.deleted': 'OpenAPI specification deleted',
    },
  },
  {
    title: 'People and organization',
    types: {
      'member.added': 'Member added',
      'member.updated': 'Member role changed',
      'member.suspended': 'Member suspended',
      'member.reinstated': 'Member reinstated',
      'member.removed': 'Member removed',
      'team.created': 'Team created',
      'team.updated': 'Team renamed',
      'team.members_updated': 'Team members changed',
      'team.deleted': 'Team deleted',
      'custom_field.created': 'Custom field added',
      'custom_field.updated': 'Custom field changed',
      'custom_field.deleted': 'Custom field deleted',
      'organization.updated': 'Organization settings changed',
    },
  },
] as const

type Group = (typeof webhookEventGroups)[number]
type KeysOf<T> = T extends unknown ? keyof T : never
export type WebhookEventType = KeysOf<Group['types']> & string

/** All types that a webhook can subscribe to, in the order of their groups. */
export const webhookEventTypes = webhookEventGroups.flatMap(({ types }) =>
  Object.keys(types),
) as readonly string[] as readonly [WebhookEventType, ...WebhookEventType[]]

/** The type of the event that the test operation sends. */
export const TEST_EVENT_TYPE = 'webhook.test'

/** The body of every request to a webhook. It has no content: the receiver fetches the object with an API token. */
export const webhookEvent = z
  .object({
    id: id.describe('Unique for the event; the same in every retry, and equal to the header `webhook-id`'),
    type: z.enum([...webhookEventTypes, TEST_EVENT_TYPE]),
    timestamp: timestamp.describe('When it changed'),
    data: z.object({
      organization: id.describe('The organization'),
      id: id.describe('The object that changed; of a team’s members the team'),
      parent: id.optional().describe('The space, site or change request it belongs to'),
      version: version.optional().describe('The version of the object after the change'),
      actor: z
        .object({ type: z.enum(['user', 'system', 'integration']), id: z.string() })
        .optional()
        .describe('Who changed it, if known'),
    }),
  })
  .meta({ id: 'WebhookEvent' })
export type WebhookEvent = z.infer<typeof webhookEvent>
