import { GitPullRequest, Globe, House, Inbox, Library, type LucideIcon, Settings, Users } from 'lucide-react'
import type { Session } from '#contract/sessions.ts'
import { paths } from '../../lib/paths.ts'

export type NavItem = {
  label: string
  to: string
  icon: LucideIcon
  keys: string
  /** The count shown next to the item. */
  counts?: 'waiting' | 'inbox'
  isExact?: boolean
  /** Other paths that mark the item as current. */
  relatedPaths?: readonly string[]
}

type Organization = Session['organizations'][number]

/** The main navigation of an organization. Guests cannot see its people. */
export const navItems = ({ id, role }: Organization): NavItem[] => [
  { label: 'Home', to: paths.home(id), icon: House, keys: 'g h', isExact: true },
  { label: 'Inbox', to: paths.inbox(id), icon: Inbox, keys: 'g i', counts: 'inbox' },
  { label: 'Library', to: paths.library(id), icon: Library, keys: 'g l' },
  {
    label: 'Changes',
    to: paths.organizationChanges(id),
    icon: GitPullRequest,
    keys: 'g c',
    counts: 'waiting',
  },
  { label: 'Sites', to: paths.sites(id), icon: Globe, keys: 'g s' },
  ...(role === null
    ? []
    : [
        {
          label: 'People',
          to: paths.members(id),
          icon: Users,
          keys: 'g p',
          relatedPaths: [paths.teams(id), paths.invites(id)],
        },
      ]),
  { label: 'Settings', to: paths.settings(id), icon: Settings, keys: 'g ,' },
]
