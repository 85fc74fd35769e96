import { FileText, Folder, Globe, type LucideIcon } from 'lucide-react'
import type { MemberGrant } from '#contract/members.ts'
import { roleNames } from '../../lib/role-words.ts'
import { words } from '../../lib/words.ts'
import type { MembersSearch } from './members-search.ts'

type Show = NonNullable<MembersSearch['show']>

/** Whom the filter lets through, in words. */
export const showNames: Readonly<Record<Show, string>> = { ...roleNames, suspended: 'Suspended' }

/** What stands for that on which a role was given. */
export const kindIcons: Readonly<Record<MemberGrant['on']['type'], LucideIcon>> = {
  space: FileText,
  collection: Folder,
  site: Globe,
}

/** Said where the filters let nobody through. */
export function nothingFound({ search, show, sort }: MembersSearch): string {
  const which = show === undefined ? 'Nobody' : `Nobody with “${showNames[show]}”`
  if (search) return `${which} is called ${words.quoted(search)} or has it in their address`
  return sort === 'lastSeenAt' ? `${which} was seen yet` : `${which} is here`
}
