import { roleNames } from '../../lib/role-words.ts'
import { words } from '../../lib/words.ts'
import type { MembersSearch } from './members-search.ts'

type Show = NonNullable<MembersSearch['show']>

/** Whom the filter lets through, in words. */
export const showNames: Readonly<Record<Show, string>> = { ...roleNames, suspended: 'Suspended' }

/** Said where the filters let nobody through. */
export function nothingFound({ search, show, sort }: MembersSearch): string {
  const which = show === undefined ? 'Nobody' : `Nobody with “${showNames[show]}”`
  if (search) return `${which} is called ${words.quoted(search)} or has it in their address`
  return sort === 'lastSeenAt' ? `${which} was seen yet` : `${which} is here`
}
