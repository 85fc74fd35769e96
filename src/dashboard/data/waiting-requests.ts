import { useQueries } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import { q } from './api.ts'

/** Why a change request waits for somebody. */
export const waitingReasons = ['review', 'ready', 'asked'] as const
export type WaitingReason = (typeof waitingReasons)[number]

export const waitingLabels: Readonly<Record<WaitingReason, { title: string; badge: string }>> = {
  review: { title: 'Waits for your review', badge: 'Waits for you' },
  ready: { title: 'Approved, ready to merge', badge: 'Approved' },
  asked: { title: 'Changes asked of you', badge: 'Changes asked' },
}

const MAX_REQUESTS = 100

/** What waits for somebody: reviews asked of them, and of their own requests what reviewers have said. */
export const waitingQueries = (organizationId: string, userId: string) => {
  const list = (query: {
    pendingReviewer?: string
    creator?: string
    verdict?: 'approved' | 'changes-requested'
  }) =>
    q(api.changeRequests.listInOrganization, {
      params: { organizationId },
      query: { status: ['open'], limit: MAX_REQUESTS, ...query },
    })
  return {
    review: list({ pendingReviewer: userId }),
    ready: list({ creator: userId, verdict: 'approved' }),
    asked: list({ creator: userId, verdict: 'changes-requested' }),
  } as const
}

export type WaitingRequests = {
  readonly kind: WaitingReason
  readonly items: readonly ChangeRequest[]
  readonly count: number
}

/** All that waits for somebody in an organization; undefined while that is not known. */
export function useWaitingRequests(
  organizationId: string,
  userId: string,
): readonly WaitingRequests[] | undefined {
  const queries = waitingQueries(organizationId, userId)
  const found = useQueries({
    queries: waitingReasons.map((kind) => ({ ...queries[kind], enabled: organizationId !== '' })),
  })
  if (found.some(({ data }) => data === undefined)) return undefined
  return found.map(({ data }, at) => ({
    kind: waitingReasons[at] ?? 'review',
    items: data?.items ?? [],
    count: data?.count ?? 0,
  }))
}
