import { z } from 'zod'
import { type NotificationReason, notificationReasons } from './notifications.ts'
import { resource } from './route.ts'
import { id, timestamp, version } from './shared/values.ts'

export const emailFrequencies = ['immediately', 'daily', 'never'] as const
export type EmailFrequency = (typeof emailFrequencies)[number]

/** How often people get email for a reason unless they choose something else. */
export const defaultFrequencies: Readonly<Record<NotificationReason, EmailFrequency>> = {
  mention: 'immediately',
  review_requested: 'immediately',
  page_overdue: 'daily',
  access_requested: 'immediately',
  access_decided: 'immediately',
  access_granted: 'immediately',
  import_failed: 'immediately',
  openapi_failed: 'immediately',
  conflict: 'daily',
  merge_canceled: 'immediately',
  review_submitted: 'immediately',
  merged: 'daily',
  reply: 'immediately',
  comment: 'daily',
  thread_resolved: 'never',
  page_changed: 'daily',
  space_changed: 'daily',
}

export const DEFAULT_DIGEST = { hour: 8, timeZone: 'UTC' } as const

const frequency = z.enum(emailFrequencies)
const frequencyByReason = Object.fromEntries(
  notificationReasons.map((reason) => [reason, frequency] as const),
) as Record<NotificationReason, typeof frequency>
const digest = z.object({
  hour: z.number().int().min(0).max(23).describe('The hour of the day at which the digest is sent'),
  timeZone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'Use a name of the time zone database, such as Europe/Amsterdam')
    .describe('A name of the IANA time zone database'),
})

/** Why an address gets no notifications. */
export const undeliverable = z
  .object({ error: z.string().describe('What the mail server answered'), since: timestamp })
  .describe('The mail server rejected the address, and no notifications are sent to it')

export type Undeliverable = z.infer<typeof undeliverable>

export const emailPreferences = z
  .object({
    object: z.literal('email-preferences'),
    frequencies: z.object(frequencyByReason).describe('How often, by reason'),
    digest: digest.describe('When the daily digest is sent'),
    undeliverable: undeliverable.optional(),
    version,
  })
  .meta({ id: 'EmailPreferences' })
export type EmailPreferences = z.infer<typeof emailPreferences>

const base = '/users/:userId/email-preferences'
const userPath = z.object({ userId: id })

/** Which notifications a person also gets by email. */
export const emailPreferenceRoutes = resource('emailPreferences', {
  get: {
    id: 'getEmailPreferences',
    method: 'GET',
    path: base,
    summary: 'Get how often the caller gets notifications by email.',
    permission: 'self',
    params: userPath,
    status: 200,
    response: emailPreferences,
  },
  update: {
    id: 'updateEmailPreferences',
    method: 'PATCH',
    path: base,
    summary: 'Change how often the caller gets notifications by email.',
    permission: 'self',
    params: userPath,
    body: z.object({
      frequencies: z
        .partialRecord(z.enum(notificationReasons), frequency)
        .optional()
        .describe('Only the reasons to change'),
      digest: digest.partial().optional(),
    }),
    status: 200,
    response: emailPreferences,
    versioned: true,
  },
  retry: {
    id: 'retryEmailAddress',
    method: 'POST',
    path: `${base}/retry`,
    summary: 'Send notifications to the caller’s address again after the mail server rejected it.',
    permission: 'self',
    params: userPath,
    status: 200,
    response: emailPreferences,
  },
})

function isTimeZone(name: string): boolean {
  try {
    // Offsets such as +01:00 are accepted too, but are no places with daylight saving time.
    return name.includes('/') || name === 'UTC'
      ? Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
      : false
  } catch {
    return false
  }
}
