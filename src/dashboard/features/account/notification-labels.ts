import type { EmailFrequency } from '#contract/email-preferences.ts'
import type { NotificationReason } from '#contract/notifications.ts'

export const frequencyLabels: Readonly<Record<EmailFrequency, string>> = {
  immediately: 'Immediately',
  daily: 'Daily digest',
  never: 'Never',
}

type Group = { readonly title: string; readonly reasons: Partial<Record<NotificationReason, string>> }

/** Every reason with its label, by what it concerns. */
export const reasonGroups: readonly Group[] = [
  {
    title: 'You',
    reasons: {
      mention: 'You’re mentioned',
      review_requested: 'You’re asked to review',
      page_overdue: 'A page that you own is overdue for review',
      reply: 'Someone replies in your thread',
      access_granted: 'Someone gives you access to a space, collection or site',
    },
  },
  {
    title: 'Change requests you follow',
    reasons: {
      review_submitted: 'Review submitted',
      conflict: 'Conflicts with the space',
      merged: 'Merged',
      merge_canceled: 'No longer merges when ready',
    },
  },
  {
    title: 'Pages and spaces you follow',
    reasons: {
      comment: 'New comment',
      thread_resolved: 'Thread resolved',
      page_changed: 'Page changed',
      space_changed: 'Space changed',
    },
  },
  {
    title: 'Administration',
    reasons: {
      access_requested: 'Someone asks for access',
      access_decided: 'Your request for access is decided',
      import_failed: 'Import failed',
      openapi_failed: 'OpenAPI specification can’t be updated',
    },
  },
]
