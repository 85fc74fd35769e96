import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import {
  Building2,
  Copy,
  Folder,
  Globe,
  KeyRound,
  LogOut,
  Monitor,
  Moon,
  Move,
  Plus,
  Settings,
  Sun,
  TextCursorInput,
  Trash2,
  Upload,
  UserPlus,
  UserRound,
  Users,
} from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import { useSpaceCopy, useSpaceRemoval } from '#dashboard/components/use-space-acts.ts'
import { q } from '#dashboard/data/api.ts'
import { acts } from '#dashboard/hooks/use-actions.ts'
import { labels } from '#dashboard/lib/labels.ts'
import { paths } from '#dashboard/lib/paths.ts'
import { accountSections, settingsSections } from '#dashboard/lib/settings-sections.ts'
import { setTheme } from '#dashboard/lib/theme.ts'
import { navItems } from './nav-items.ts'
import { type Goes, type PaletteItem, withoutDoubles } from './palette-groups.ts'
import type { useOrganization } from './use-organization.ts'
import { useSignOut } from './use-sign-out.ts'

/** All that the caller may do now: first what the view offers, then what can be done with its space, then the rest. */
export function useDoings(organization: Organization | undefined, goes: Goes): PaletteItem[] {
  const offered = useSyncExternalStore(acts.subscribe, acts.all)
  const withSpace = useSpaceDoings(goes)
  const signOut = useSignOut()
  return withoutDoubles([
    ...offered.map((act) => ({ ...act, id: `act ${act.label}`, title: act.label })),
    ...withSpace,
    ...(organization ? anywhere(organization, goes) : []),
    { ...goes(`${paths.tokens}?dialog=new`), title: 'New API token', icon: KeyRound },
    ...themes,
    { id: 'sign-out', title: 'Sign out', icon: LogOut, run: signOut },
  ])
}

/** What can be made or begun wherever one is, by the rights in the organization. */
function anywhere({ id, permissions: { createContent, admin } }: Organization, goes: Goes): PaletteItem[] {
  const library = paths.library(id)
  return [
    ...(createContent
      ? [
          { ...goes(`${library}?new=space`), title: 'New space', icon: Plus },
          { ...goes(`${library}?new=collection`), title: 'New collection', icon: Folder },
          { ...goes(paths.imports(id)), title: 'Import pages', icon: Upload },
          { ...goes(`${paths.sites(id)}?dialog=new`), title: 'New site', icon: Globe },
        ]
      : []),
    ...(admin
      ? [
          { ...goes(`${paths.members(id)}?dialog=invite`), title: 'Invite people', icon: UserPlus },
          { ...goes(`${paths.teams(id)}?dialog=new`), title: 'New team', icon: Users },
          {
            ...goes(`${paths.customFields(id)}?dialog=new`),
            title: 'New custom field',
            icon: TextCursorInput,
          },
        ]
      : []),
  ]
}

/** What can be done with the space one is in. */
function useSpaceDoings(goes: Goes): PaletteItem[] {
  const { spaceId } = useParams({ strict: false }) as { spaceId?: string }
  const { data: space } = useQuery({
    ...q(api.spaces.get, { params: { spaceId: spaceId ?? '' } }),
    enabled: spaceId !== undefined,
  })
  const copy = useSpaceCopy()
  const removal = useSpaceRemoval()
  if (spaceId === undefined || !space?.permissions.admin) return []
  const name = labels.quoted(space.title || labels.untitled)
  return [
    { ...goes(`${paths.library(space.organization)}?move=${space.id}`), title: `Move ${name}`, icon: Move },
    { id: 'duplicate', title: `Duplicate ${name}`, icon: Copy, run: () => copy.run(space) },
    { id: 'delete', title: `Delete ${name}`, icon: Trash2, run: () => removal.run(space) },
  ]
}

const themes: readonly PaletteItem[] = [
  { id: 'light', title: 'Use the light theme', icon: Sun, run: () => setTheme('light') },
  { id: 'dark', title: 'Use the dark theme', icon: Moon, run: () => setTheme('dark') },
  { id: 'system', title: 'Use the theme of the system', icon: Monitor, run: () => setTheme('system') },
]

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
          { ...goes(paths.trash(current.id)), title: 'Trash', icon: Trash2, keys: 'g t' },
        ]
      : []),
    ...(current && current.role !== null
      ? [
          { ...goes(paths.teams(current.id)), title: 'Teams', where: 'People', icon: Users },
          { ...goes(paths.invites(current.id)), title: 'Invite links', where: 'People', icon: Users },
        ]
      : []),
    ...(organization ? settingsSections(organization) : []).map(({ label, to }) => ({
      ...goes(to),
      title: label,
      where: 'Settings',
      icon: Settings,
    })),
    ...accountSections.map(({ label, to }) => ({
      ...goes(to),
      title: label,
      where: 'Your account',
      icon: UserRound,
    })),
    ...others.map(({ id, title }) => ({
      ...goes(paths.home(id)),
      title,
      where: 'Organization',
      icon: Building2,
    })),
    { ...goes(paths.organizations), title: 'All organizations', icon: Building2 },
  ]
}
