import { Building2, Settings, Trash2, UserRound, Users } from 'lucide-react'
import type { Organization } from '#contract/organizations.ts'
import { places } from '../../lib/places.ts'
import { accountRooms, settingsRooms } from '../../lib/rooms.ts'
import { navItems } from './nav-items.ts'
import type { Goes, PaletteItem } from './palette-items.ts'
import type { useOrganization } from './use-organization.ts'

/** Every room of the dashboard that the caller may open, those of the settings and of other organizations too. */
export function roomsOf(
  { session, organization: current }: ReturnType<typeof useOrganization>,
  organization: Organization | undefined,
  goes: Goes,
): PaletteItem[] {
  const others = session.organizations.filter(({ id }) => id !== current?.id)
  return [
    ...(current
      ? [
          ...navItems(current).map(({ label, to, icon, keys }) => ({
            ...goes(to),
            title: label,
            icon,
            keys,
          })),
          { ...goes(places.trash(current.id)), title: 'Trash', icon: Trash2, keys: 'g t' },
        ]
      : []),
    ...(current && current.role !== null
      ? [
          { ...goes(places.teams(current.id)), title: 'Teams', where: 'People', icon: Users },
          { ...goes(places.invites(current.id)), title: 'Invite links', where: 'People', icon: Users },
        ]
      : []),
    ...(organization ? settingsRooms(organization) : []).map(({ label, to }) => ({
      ...goes(to),
      title: label,
      where: 'Settings',
      icon: Settings,
    })),
    ...accountRooms.map(({ label, to }) => ({
      ...goes(to),
      title: label,
      where: 'Your account',
      icon: UserRound,
    })),
    ...others.map(({ id, title }) => ({
      ...goes(places.home(id)),
      title,
      where: 'Organization',
      icon: Building2,
    })),
    { ...goes(places.organizations), title: 'All organizations', icon: Building2 },
  ]
}
