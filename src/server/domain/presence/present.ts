import type { PresentUser } from '#contract/presence.ts'
import type { PresenceRow } from './queries.ts'

export const presentPresence = ({
  userId,
  displayName,
  photoUrl,
  activity,
  page,
  changeRequest,
  since,
}: PresenceRow): PresentUser => ({
  user: { id: userId, displayName, ...(photoUrl === null ? {} : { photoURL: photoUrl }) },
  activity,
  ...(page === null ? {} : { page }),
  ...(changeRequest === null ? {} : { changeRequest }),
  since: since.toISOString(),
})
