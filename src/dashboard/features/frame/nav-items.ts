import { GitPullRequest, Globe, House, Library, type LucideIcon, Settings, Users } from 'lucide-react'
import type { Session } from '#contract/sessions.ts'
import { paths } from '#dashboard/lib/paths.ts'

export type NavItem = {
  label: string
  to: string
  icon: LucideIcon
  keys: string
  /** Said beside it: what waits for the caller there. */
  counts?: 'waiting'
  isExact?: boolean
  /** Other addresses that belong to it. */
  also?: readonly string[]
}

type Organization = Session['organizations'][number]

/** The rooms of an organization; guests do not see its people. */
export const navItems = ({ id, role }: Organization): NavItem[] => [
  { label: 'Home', to: paths.home(id), icon: House, keys: 'g h', isExact: true },
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
          also: [paths.teams(id), paths.invites(id)],
        },
      ]),
  { label: 'Settings', to: paths.settings(id), icon: Settings, keys: 'g ,' },
]
