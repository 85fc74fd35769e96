import { useRouterState } from '@tanstack/react-router'
import { FileText, Folder, Globe, type LucideIcon, UserRound, Users } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { breadcrumbStore } from '#dashboard/hooks/use-breadcrumbs.ts'
import { rememberVisit } from '#dashboard/lib/recent-visits.ts'
import { useOrganization } from './use-organization.ts'

/** How long one must be somewhere before it counts, so that its name is known by then. */
const stay = 700

const kinds: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^\/s\/[^/]+$/, FileText],
  [/^\/s\/[^/]+\/p\/[^/]+$/, FileText],
  [/^\/o\/[^/]+\/collections\/[^/]+$/, Folder],
  [/^\/o\/[^/]+\/sites\/[^/]+$/, Globe],
  [/^\/o\/[^/]+\/teams\/[^/]+$/, Users],
  [/^\/o\/[^/]+\/members\/[^/]+$/, UserRound],
]

/** The mark of a place that is remembered; undefined for rooms, which are always at hand. */
export const iconOfPlace = (path: string): LucideIcon | undefined => kinds.find(([is]) => is.test(path))?.[1]

/** Remembers which spaces, pages, collections, sites, teams and people are looked at, for the palette. */
export function useVisits(): void {
  const { session, organization } = useOrganization()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const shown = useSyncExternalStore(breadcrumbStore.subscribe, breadcrumbStore.shown)
  const last = shown.at(-1)?.title
  const around = shown.at(-2)?.title
  const userId = session.user.id
  const organizationId = organization?.id
  useEffect(() => {
    if (!last || organizationId === undefined || iconOfPlace(path) === undefined) return undefined
    const made = { to: path, title: last, ...(around ? { where: around } : {}) }
    const timer = window.setTimeout(() => rememberVisit(userId, organizationId, made), stay)
    return () => window.clearTimeout(timer)
  }, [path, last, around, userId, organizationId])
}
