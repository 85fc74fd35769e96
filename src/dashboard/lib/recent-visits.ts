import { z } from 'zod'
import { readLocalStorage, writeLocalStorage } from '../hooks/use-local-storage.ts'

/** A place that was looked at: a space, page, collection, site, team or member, by its address. */
const visit = z.object({ to: z.string(), title: z.string(), where: z.string().optional() })
export type Visit = z.infer<typeof visit>

const visits = z.array(visit)
const MAX_VISITS = 24

/** Kept apart for each person and organization that use this browser. */
const storageKey = (userId: string, organizationId: string): string => `visits.${userId}.${organizationId}`

/** The places last looked at, the last one first. */
export const recentVisits = (userId: string, organizationId: string): readonly Visit[] =>
  readLocalStorage(storageKey(userId, organizationId), visits) ?? []

/** Puts a place in front; one that was there already moves up. */
export function rememberVisit(userId: string, organizationId: string, visit: Visit): void {
  const others = recentVisits(userId, organizationId).filter(({ to }) => to !== visit.to)
  writeLocalStorage(storageKey(userId, organizationId), [visit, ...others].slice(0, MAX_VISITS))
}
