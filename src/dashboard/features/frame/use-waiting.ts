import type { Session } from '#contract/sessions.ts'
import { useWaitingFor } from '../../lib/waiting.ts'

/** How many change requests wait for somebody in an organization. */
export const useWaiting = (organization: { id: string } | undefined, { user }: Session): number =>
  (useWaitingFor(organization?.id ?? '', user.id) ?? []).reduce((sum, { count }) => sum + count, 0)
