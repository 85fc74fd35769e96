import { useQueries } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import { q } from './api.ts'

/** Why a change request is waiting for a user. */
export const waitingReasons = ['review', 'ready', 'changesRequested'] as const
export type WaitingReason = (typeof waitingReasons)[number]

export const waitingLabels: Readonly<Record<WaitingReason, { title: string; badge: string }>> = {
  review: { title: 'Waiting for your review', badge: 'Waiting for you' },
  ready: { title: 'Approved, ready to merge', badge: 'Approved' },
  changesRequested: { title: 'Changes requested from you', badge: 'Changes requested' },
}

const MAX_REQUESTS = 100

/** Requests for the user's review, and the user's own requests that reviewers have approved or want changed. */
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
    changesRequested: list({ creator: userId, verdict: 'changes-requested' }),
  } as const
}

export type WaitingRequests = {
  readonly kind: WaitingReason
  readonly items: readonly ChangeRequest[]
  readonly count: number
}

/** All change requests in an organization that are waiting for the user; undefined while loading. */
export function useWaitingRequests(
  organizationId: string,
  userId: string,
): readonly WaitingRequests[] | undefined {
  const queries = waitingQueries(organizationId, userId)
  const results = useQueries({
    queries: waitingReasons.map((kind) => ({ ...queries[kind], enabled: organizationId !== '' })),
  })
  if (results.some(({ data }) => data === undefined)) return undefined
  return results.map(({ data }, index) => ({
    kind: waitingReasons[index] ?? 'review',
    items: data?.items ?? [],
    count: data?.count ?? 0,
  }))
}
