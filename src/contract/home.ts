import { z } from 'zod'
import { resource } from './route.ts'
import { organizationPath } from './shared/paths.ts'
import { emoji, id, timestamp } from './shared/values.ts'
import { user } from './users.ts'

const space = z.object({ id, title: z.string(), emoji: emoji.optional() })

const conversation = z.object({
  reason: z.enum(['mention', 'reply', 'comment']).describe('comment: on a change request of the caller'),
  comment: id.describe('The comment that began the thread'),
  excerpt: z.string().describe('The start of the latest post, without formatting'),
  by: user,
  at: timestamp,
  space,
  page: z.object({ id, title: z.string() }).optional(),
  changeRequest: z.object({ number: z.number().int(), subject: z.string() }).optional(),
})

const change = z.object({
  space,
  by: user.optional().describe('Who made the latest edit'),
  at: timestamp,
  edits: z.number().int().describe('Edits and merges by others within 7 days, up to 200'),
})

export const homeSteps = ['space', 'page', 'site', 'site-space', 'publish'] as const

/** What needs a person in an organization, and the way to its first published site. */
export const homeView = z
  .object({
    object: z.literal('home'),
    conversations: z
      .array(conversation)
      .describe(
        'Up to 10 open threads from the last 30 days, newest first, in which someone mentioned the caller, replied to them or commented on their change request, and which the caller hasn’t answered',
      ),
    changes: z
      .array(change)
      .describe(
        'Up to 8 spaces that the caller works on and others changed within 7 days, most recent first',
      ),
    steps: z
      .array(z.object({ step: z.enum(homeSteps), done: z.boolean() }))
      .describe('The steps to a published site, and which ones the organization has completed'),
  })
  .meta({ id: 'Home' })
export type Home = z.infer<typeof homeView>

export const home = resource('home', {
  get: {
    id: 'getHome',
    method: 'GET',
    path: '/orgs/:organizationId/home',
    summary: 'Get what needs the caller’s attention in an organization.',
    permission: 'organization.member',
    params: organizationPath,
    status: 200,
    response: homeView,
  },
})
