import type { CoeditingUser } from '#contract/coediting.ts'
import type { Participant } from '../../coediting/live-text.ts'
import type { Caller } from '../../context.ts'

/** A caller as others see them. */
export const userOf = ({ userId, displayName, photoUrl }: Caller): CoeditingUser => ({
  id: userId,
  displayName,
  ...(photoUrl === null ? {} : { photoURL: photoUrl }),
})

/** Each person once, however many windows they have open. */
export const peopleOf = (participants: readonly Participant[]): CoeditingUser[] => [
  ...new Map(participants.map(({ user }) => [user.id, user])).values(),
]
