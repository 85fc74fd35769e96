import type { User } from '#contract/users.ts'
import type { Urls } from '../../urls.ts'

export type UserRow = {
  readonly userId: string
  readonly displayName: string
  readonly email: string | null
  readonly photoUrl: string | null
}

/** A user as the API returns it; the email address only if the row has it. */
export const presentUser = (row: UserRow, urls: Urls): User => ({
  object: 'user',
  id: row.userId,
  displayName: row.displayName,
  ...(row.email === null ? {} : { email: row.email }),
  ...(row.photoUrl === null ? {} : { photoURL: row.photoUrl }),
  urls: { location: urls.location('users', row.userId) },
})
