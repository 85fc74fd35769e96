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
import { accountSections, settingsSections } from '../../components/settings-header.tsx'
import { useSpaceCopy, useSpaceRemoval } from '../../components/use-space-actions.ts'
import { q } from '../../data/api.ts'
import { useSignOut } from '../../data/session.ts'
import { actionStore } from '../../hooks/use-actions.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { setTheme } from '../../lib/theme.ts'
import { navItems } from './nav-items.ts'
import { type LinkTo, type PaletteItem, withoutDuplicates } from './palette-groups.ts'
import type { useOrganization } from './use-organization.ts'

/** All available commands: those of the current view, then those of its space, then the general ones. */
export function useCommands(organization: Organization | undefined, linkTo: LinkTo): PaletteItem[] {
  const viewCommands = useSyncExternalStore(actionStore.subscribe, actionStore.all)
  const spaceCommands = useSpaceCommands(linkTo)
  const signOut = useSignOut()
  return withoutDuplicates([
    ...viewCommands.map((action) => ({ ...action, id: `action ${action.label}`, title: action.label })),
    ...spaceCommands,
    ...(organization ? globalCommands(organization, linkTo) : []),
    { ...linkTo(`${paths.tokens}?dialog=new`), title: 'New API token', icon: KeyRound },
    ...themes,
    { id: 'sign-out', title: 'Sign out', icon: LogOut, run: signOut },
  ])
}

/** Commands that work anywhere, according to the permissions in the organization. */
function globalCommands(
  { id, permissions: { createContent, admin } }: Organization,
  linkTo: LinkTo,
): PaletteItem[] {
  const library = paths.library(id)
  return [
    ...(createContent
      ? [
          { ...linkTo(`${library}?new=space`), title: 'New space', icon: Plus },
          { ...linkTo(`${library}?new=collection`), title: 'New collection', icon: Folder },
          { ...linkTo(paths.imports(id)), title: 'Import pages', icon: Upload },
          { ...linkTo(`${paths.sites(id)}?dialog=new`), title: 'New site', icon: Globe },
        ]
      : []),
    ...(admin
      ? [
          { ...linkTo(`${paths.members(id)}?dialog=invite`), title: 'Invite people', icon: UserPlus },
          { ...linkTo(`${paths.teams(id)}?dialog=new`), title: 'New team', icon: Users },
          {
            ...linkTo(`${paths.customFields(id)}?dialog=new`),
            title: 'New custom field',
            icon: TextCursorInput,
          },
        ]
      : []),
  ]
}

/** Commands for the current space. */
function useSpaceCommands(linkTo: LinkTo): PaletteItem[] {
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
    { ...linkTo(`${paths.library(space.organization)}?move=${space.id}`), title: `Move ${name}`, icon: Move },
    { id: 'duplicate', title: `Duplicate ${name}`, icon: Copy, run: () => copy.run(space) },
    { id: 'delete', title: `Delete ${name}`, icon: Trash2, run: () => removal.run(space) },
  ]
}

const themes: readonly PaletteItem[] = [
  { id: 'light', title: 'Use the light theme', icon: Sun, run: () => setTheme('light') },
  { id: 'dark', title: 'Use the dark theme', icon: Moon, run: () => setTheme('dark') },
  { id: 'system', title: 'Use the system theme', icon: Monitor, run: () => setTheme('system') },
]

/** All pages of the dashboard that the user can open, including settings and other organizations. */
export function destinationsOf(
  { session, organization: current }: ReturnType<typeof useOrganization>,
  organization: Organization | undefined,
  linkTo: LinkTo,
): PaletteItem[] {
  const others = session.organizations.filter(({ id }) => id !== current?.id)
  return [
    ...(current
      ? [
          ...navItems(current).map(({ label, to, icon, keys }) => ({
            ...linkTo(to),
            title: label,
            icon,
            keys,
          })),
          { ...linkTo(paths.trash(current.id)), title: 'Trash', icon: Trash2, keys: 'g t' },
        ]
      : []),
    ...(current && current.role !== null
      ? [
          { ...linkTo(paths.teams(current.id)), title: 'Teams', where: 'People', icon: Users },
          { ...linkTo(paths.invites(current.id)), title: 'Invite links', where: 'People', icon: Users },
        ]
      : []),
    ...(organization ? settingsSections(organization) : []).map(({ label, to }) => ({
      ...linkTo(to),
      title: label,
      where: 'Settings',
      icon: Settings,
    })),
    ...accountSections.map(({ label, to }) => ({
      ...linkTo(to),
      title: label,
      where: 'Your account',
      icon: UserRound,
    })),
    ...others.map(({ id, title }) => ({
      ...linkTo(paths.home(id)),
      title,
      where: 'Organization',
      icon: Building2,
    })),
    { ...linkTo(paths.organizations), title: 'All organizations', icon: Building2 },
  ]
}
