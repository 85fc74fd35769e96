import type { PresentUser } from '#contract/presence.ts'
import type { PresentRow } from './queries.ts'

export const presentPresent = ({
  userId,
  displayName,
  photoUrl,
  doing,
  page,
  changeRequest,
  since,
}: PresentRow): PresentUser => ({
  user: { id: userId, displayName, ...(photoUrl === null ? {} : { photoURL: photoUrl }) },
  doing,
  ...(page === null ? {} : { page }),
  ...(changeRequest === null ? {} : { changeRequest }),
  since: since.toISOString(),
})
