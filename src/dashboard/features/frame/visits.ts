import { useRouterState } from '@tanstack/react-router'
import { FileText, Folder, Globe, type LucideIcon, UserRound, Users } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { breadcrumbStore } from '../../hooks/use-breadcrumbs.ts'
import { readLocalStorage, writeLocalStorage } from '../../hooks/use-local-storage.ts'
import { listOf, type Parse, searchParams, text } from '../../lib/search-params.ts'
import { useOrganization } from './use-organization.ts'

/** A visit counts after this delay, so the title of the page is loaded by then. */
const VISIT_DELAY_MS = 700

const iconsByPath: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^\/s\/[^/]+$/, FileText],
  [/^\/s\/[^/]+\/p\/[^/]+$/, FileText],
  [/^\/o\/[^/]+\/collections\/[^/]+$/, Folder],
  [/^\/o\/[^/]+\/sites\/[^/]+$/, Globe],
  [/^\/o\/[^/]+\/teams\/[^/]+$/, Users],
  [/^\/o\/[^/]+\/members\/[^/]+$/, UserRound],
]

/** The icon of a path that is remembered, or undefined for paths that are not, such as pages of the main navigation. */
export const visitIcon = (path: string): LucideIcon | undefined =>
  iconsByPath.find(([is]) => is.test(path))?.[1]

/** Remembers visited spaces, pages, collections, sites, teams and people for the command palette. */
export function useRecordVisits(): void {
  const { session, organization } = useOrganization()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const breadcrumbs = useSyncExternalStore(breadcrumbStore.subscribe, breadcrumbStore.current)
  const title = breadcrumbs.at(-1)?.title
  const parentTitle = breadcrumbs.at(-2)?.title
  const userId = session.user.id
  const organizationId = organization?.id
  useEffect(() => {
    if (!title || organizationId === undefined || visitIcon(path) === undefined) return undefined
    const visit = { to: path, title: title, ...(parentTitle ? { where: parentTitle } : {}) }
    const timer = window.setTimeout(() => rememberVisit(userId, organizationId, visit), VISIT_DELAY_MS)
    return () => window.clearTimeout(timer)
  }, [path, title, parentTitle, userId, organizationId])
}

/** A visited space, page, collection, site, team or member, by its path. */
export type Visit = { readonly to: string; readonly title: string; readonly where?: string | undefined }

const fieldsOf = searchParams({ to: text(), title: text(), where: text() })
const parseVisit: Parse<Visit> = (value) => {
  const { to, title, where } = fieldsOf.parse(Object(value))
  return to === undefined || title === undefined ? undefined : { to, title, where }
}

const MAX_VISITS = 24

/** Stored separately for each user and organization in this browser. */
const storageKey = (userId: string, organizationId: string): string => `visits.${userId}.${organizationId}`

/** The recent visits, the latest first. */
export const recentVisits = (userId: string, organizationId: string): readonly Visit[] =>
  readLocalStorage(storageKey(userId, organizationId), listOf(parseVisit, MAX_VISITS)) ?? []

/** Puts a visit first, and removes an earlier one of the same path. */
function rememberVisit(userId: string, organizationId: string, visit: Visit): void {
  const others = recentVisits(userId, organizationId).filter(({ to }) => to !== visit.to)
  writeLocalStorage(storageKey(userId, organizationId), [visit, ...others].slice(0, MAX_VISITS))
}
