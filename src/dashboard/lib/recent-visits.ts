import { z } from 'zod'
import { readLocalStorage, writeLocalStorage } from '../hooks/use-local-storage.ts'

/** A visited space, page, collection, site, team or member, by its path. */
const visit = z.object({ to: z.string(), title: z.string(), where: z.string().optional() })
export type Visit = z.infer<typeof visit>

const visits = z.array(visit)
const MAX_VISITS = 24

/** Stored separately for each user and organization in this browser. */
const storageKey = (userId: string, organizationId: string): string => `visits.${userId}.${organizationId}`

/** The recent visits, the latest first. */
export const recentVisits = (userId: string, organizationId: string): readonly Visit[] =>
  readLocalStorage(storageKey(userId, organizationId), visits) ?? []

/** Puts a visit first, and removes an earlier one of the same path. */
export function rememberVisit(userId: string, organizationId: string, visit: Visit): void {
  const others = recentVisits(userId, organizationId).filter(({ to }) => to !== visit.to)
  writeLocalStorage(storageKey(userId, organizationId), [visit, ...others].slice(0, MAX_VISITS))
}
