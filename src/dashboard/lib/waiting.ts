import { useQueries } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import { q } from './api.ts'

/** Why a change request waits for somebody. */
export const waitingKinds = ['review', 'ready', 'asked'] as const
export type WaitingKind = (typeof waitingKinds)[number]

export const waitingWords: Readonly<Record<WaitingKind, { title: string; badge: string }>> = {
  review: { title: 'Waits for your review', badge: 'Waits for you' },
  ready: { title: 'Approved, ready to merge', badge: 'Approved' },
  asked: { title: 'Changes asked of you', badge: 'Changes asked' },
}

const most = 100

/** What waits for somebody: reviews asked of them, and of their own requests what reviewers have said. */
export const waitingQueries = (organizationId: string, userId: string) => {
  const list = (query: {
    pendingReviewer?: string
    creator?: string
    verdict?: 'approved' | 'changes-requested'
  }) =>
    q(api.changeRequests.listInOrganization, {
      params: { organizationId },
      query: { status: ['open'], limit: most, ...query },
    })
  return {
    review: list({ pendingReviewer: userId }),
    ready: list({ creator: userId, verdict: 'approved' }),
    asked: list({ creator: userId, verdict: 'changes-requested' }),
  } as const
}

export type Waiting = {
  readonly kind: WaitingKind
  readonly items: readonly ChangeRequest[]
  readonly count: number
}

/** All that waits for somebody in an organization; undefined while that is not known. */
export function useWaitingFor(organizationId: string, userId: string): readonly Waiting[] | undefined {
  const queries = waitingQueries(organizationId, userId)
  const found = useQueries({
    queries: waitingKinds.map((kind) => ({ ...queries[kind], enabled: organizationId !== '' })),
  })
  if (found.some(({ data }) => data === undefined)) return undefined
  return found.map(({ data }, at) => ({
    kind: waitingKinds[at] ?? 'review',
    items: data?.items ?? [],
    count: data?.count ?? 0,
  }))
}
