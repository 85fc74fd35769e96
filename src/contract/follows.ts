import { z } from 'zod'
import { resource } from './route.ts'
import { organizationPath, spacePath } from './shared/paths.ts'
import { id } from './shared/values.ts'

export const followKinds = ['space', 'page', 'change-request', 'comment'] as const
export type FollowKind = (typeof followKinds)[number]

/** Objects that a person can follow or mute in an organization. */
export const MAX_FOLLOWS = 10_000

const followState = z
  .enum(['following', 'muted', 'none'])
  .describe(
    'following: the caller is notified of what happens; muted: only when someone mentions them or asks them for a review; none: the same as what contains the object',
  )

/** Whether the caller follows an object. Only the caller can see it. */
export const follow = z
  .object({
    object: z.literal('follow'),
    kind: z.enum(followKinds),
    id: id.describe('The space, page, change request, or comment that began a thread'),
    state: followState,
    automatic: z.boolean().describe('Followed because of what the caller did, not by choice'),
  })
  .meta({ id: 'Follow' })
export type Follow = z.infer<typeof follow>

/** What makes a person follow an object, unless they turned it off. */
export const automaticFollows = ['authored', 'edited', 'commented', 'requested'] as const
export type AutomaticFollow = (typeof automaticFollows)[number]

export const notificationSettings = z
  .object({
    object: z.literal('notification-settings'),
    follow: z
      .object({
        authored: z.boolean().describe('Change requests that the caller creates'),
        edited: z.boolean().describe('Pages and change requests that the caller edits'),
        commented: z.boolean().describe('What the caller comments on'),
        requested: z.boolean().describe('Change requests that the caller is asked to review'),
      })
      .describe('What the caller follows automatically'),
  })
  .meta({ id: 'NotificationSettings' })
export type NotificationSettings = z.infer<typeof notificationSettings>

const path = '/spaces/:spaceId/follows/:followKind/:followedId'
const followPath = spacePath.extend({ followKind: z.enum(followKinds), followedId: id })

export const follows = resource('follows', {
  get: {
    id: 'getFollow',
    method: 'GET',
    path,
    summary: 'Get whether the caller follows a space or something in it.',
    permission: 'space.view',
    params: followPath,
    status: 200,
    response: follow,
  },
  set: {
    id: 'setFollow',
    method: 'PUT',
    path,
    summary: 'Follow, mute or unfollow a space or something in it.',
    description: 'A muted object is never followed automatically again.',
    permission: 'space.view',
    params: followPath,
    body: z.object({ state: followState }),
    status: 200,
    response: follow,
  },
})

const settingsPath = '/orgs/:organizationId/notification-settings'

export const notificationSettingsRoutes = resource('notificationSettings', {
  get: {
    id: 'getNotificationSettings',
    method: 'GET',
    path: settingsPath,
    summary: 'Get the caller’s notification settings in an organization.',
    permission: 'organization.member',
    params: organizationPath,
    status: 200,
    response: notificationSettings,
  },
  update: {
    id: 'updateNotificationSettings',
    method: 'PATCH',
    path: settingsPath,
    summary: 'Change the caller’s notification settings; only the fields in the body change.',
    permission: 'organization.member',
    params: organizationPath,
    body: z.object({ follow: notificationSettings.shape.follow.partial().optional() }),
    status: 200,
    response: notificationSettings,
  },
})
