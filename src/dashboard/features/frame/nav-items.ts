import { GitPullRequest, Globe, House, Library, type LucideIcon, Settings, Users } from 'lucide-react'
import type { Session } from '#contract/sessions.ts'
import { places } from '../../lib/places.ts'

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
  { label: 'Home', to: places.home(id), icon: House, keys: 'g h', isExact: true },
  { label: 'Library', to: places.library(id), icon: Library, keys: 'g l' },
  {
    label: 'Changes',
    to: places.organizationChanges(id),
    icon: GitPullRequest,
    keys: 'g c',
    counts: 'waiting',
  },
  { label: 'Sites', to: places.sites(id), icon: Globe, keys: 'g s' },
  ...(role === null
    ? []
    : [
        {
          label: 'People',
          to: places.members(id),
          icon: Users,
          keys: 'g p',
          also: [places.teams(id), places.invites(id)],
        },
      ]),
  { label: 'Settings', to: places.settings(id), icon: Settings, keys: 'g ,' },
]
