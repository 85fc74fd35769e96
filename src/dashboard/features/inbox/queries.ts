import { api } from '#contract/api.ts'
import { q, qPages } from '../../data/api.ts'
import { isReason } from './labels.ts'
import type { InboxSearch } from './search-params.ts'

const PAGE_SIZE = 100

/** The caller's notifications, those about one object together. */
export const inboxQuery = (organizationId: string, { state, reason, space }: InboxSearch) =>
  qPages(api.notifications.list, {
    params: { organizationId },
    query: {
      limit: PAGE_SIZE,
      ...(state === undefined ? {} : { state }),
      ...(isReason(reason) ? { reasons: [reason] } : {}),
      ...(space === undefined ? {} : { space }),
    },
  })

/** What the user follows automatically in an organization. */
export const followingQuery = (organizationId: string) =>
  q(api.notificationSettings.get, { params: { organizationId } })
