import { useEffect } from 'react'
import { api } from '#contract/api.ts'
import { ask } from '../../lib/api.ts'

/** How often somebody at work is noted; the service rounds to the minute. */
const every = 5 * 60_000
const notedAt = new Map<string, number>()

/** Notes that the member was here, when they come and whenever they come back to the window. */
export function useSeen(organizationId: string | undefined): void {
  useEffect(() => {
    if (organizationId === undefined) return undefined
    const note = () => {
      if (document.visibilityState === 'hidden') return
      if (Date.now() - (notedAt.get(organizationId) ?? 0) < every) return
      notedAt.set(organizationId, Date.now())
      // Nobody waits for it, and nothing is lost without it.
      ask(api.members.ping, { params: { organizationId } }).catch(() => undefined)
    }
    note()
    document.addEventListener('visibilitychange', note)
    return () => document.removeEventListener('visibilitychange', note)
  }, [organizationId])
}
