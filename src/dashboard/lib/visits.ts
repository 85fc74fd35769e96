import { z } from 'zod'
import { readStored, writeStored } from '../hooks/use-stored.ts'

/** A place that was looked at: a space, page, collection, site, team or member, by its address. */
const visit = z.object({ to: z.string(), title: z.string(), where: z.string().optional() })
export type Visit = z.infer<typeof visit>

const visits = z.array(visit)
const most = 24

/** Kept apart for each person and organization that use this browser. */
const nameOf = (userId: string, organizationId: string): string => `visits.${userId}.${organizationId}`

/** The places last looked at, the last one first. */
export const visitsOf = (userId: string, organizationId: string): readonly Visit[] =>
  readStored(nameOf(userId, organizationId), visits) ?? []

/** Puts a place in front; one that was there already moves up. */
export function rememberVisit(userId: string, organizationId: string, made: Visit): void {
  const others = visitsOf(userId, organizationId).filter(({ to }) => to !== made.to)
  writeStored(nameOf(userId, organizationId), [made, ...others].slice(0, most))
}
