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
  edits: z.number().int().describe('Edits and merges by others within 7 days, 200 at most'),
})

export const homeSteps = ['space', 'page', 'site', 'site-space', 'publish'] as const

/** What needs a person in an organization, and the way to its first published site. */
export const homeView = z
  .object({
    object: z.literal('home'),
    conversations: z
      .array(conversation)
      .describe(
        'Open threads of the last 30 days in which someone mentioned the caller, replied to them or commented on their change request, and which they have not answered; the latest first, 10 at most',
      ),
    changes: z
      .array(change)
      .describe(
        'Spaces that the caller works on and others changed within 7 days; the latest first, 8 at most',
      ),
    steps: z
      .array(z.object({ step: z.enum(homeSteps), done: z.boolean() }))
      .describe('What it takes to publish a site, and what the organization has done'),
  })
  .meta({ id: 'Home' })
export type Home = z.infer<typeof homeView>

export const home = resource('home', {
  get: {
    id: 'getHome',
    method: 'GET',
    path: '/orgs/:organizationId/home',
    summary: 'Get what needs the caller in an organization.',
    permission: 'organization.member',
    params: organizationPath,
    status: 200,
    response: homeView,
  },
})
