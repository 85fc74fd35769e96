import type { Role } from '#contract/shared/permissions.ts'
import type { StoredLevel } from '../../db/tables/people.ts'

/** A default level of the API as it is stored. */
export const storedLevel = (level: Role | 'inherit' | null): StoredLevel => level ?? 'none'

/** A stored default level as the API returns it. */
export const apiLevel = (level: StoredLevel): Role | 'inherit' | null => (level === 'none' ? null : level)
