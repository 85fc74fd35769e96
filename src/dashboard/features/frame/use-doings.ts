import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import {
  Copy,
  Folder,
  Globe,
  KeyRound,
  LogOut,
  Monitor,
  Moon,
  Move,
  Plus,
  Sun,
  TextCursorInput,
  Trash2,
  Upload,
  UserPlus,
  Users,
} from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import { useSpaceCopy, useSpaceRemoval } from '../../components/use-space-acts.ts'
import { acts } from '../../lib/acts.ts'
import { q } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { setTheme } from '../../lib/theme.ts'
import { words } from '../../lib/words.ts'
import { type Goes, type PaletteItem, withoutDoubles } from './palette-items.ts'
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
    { ...goes(`${places.tokens}?dialog=new`), title: 'New API token', icon: KeyRound },
    ...themes,
    { id: 'sign-out', title: 'Sign out', icon: LogOut, run: signOut },
  ])
}

/** What can be made or begun wherever one is, by the rights in the organization. */
function anywhere({ id, permissions: { createContent, admin } }: Organization, goes: Goes): PaletteItem[] {
  const library = places.library(id)
  return [
    ...(createContent
      ? [
          { ...goes(`${library}?new=space`), title: 'New space', icon: Plus },
          { ...goes(`${library}?new=collection`), title: 'New collection', icon: Folder },
          { ...goes(places.imports(id)), title: 'Import pages', icon: Upload },
          { ...goes(`${places.sites(id)}?dialog=new`), title: 'New site', icon: Globe },
        ]
      : []),
    ...(admin
      ? [
          { ...goes(`${places.members(id)}?dialog=invite`), title: 'Invite people', icon: UserPlus },
          { ...goes(`${places.teams(id)}?dialog=new`), title: 'New team', icon: Users },
          {
            ...goes(`${places.customFields(id)}?dialog=new`),
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
  const name = words.quoted(space.title || words.untitled)
  return [
    { ...goes(`${places.library(space.organization)}?move=${space.id}`), title: `Move ${name}`, icon: Move },
    { id: 'duplicate', title: `Duplicate ${name}`, icon: Copy, run: () => copy.run(space) },
    { id: 'delete', title: `Delete ${name}`, icon: Trash2, run: () => removal.run(space) },
  ]
}

const themes: readonly PaletteItem[] = [
  { id: 'light', title: 'Use the light theme', icon: Sun, run: () => setTheme('light') },
  { id: 'dark', title: 'Use the dark theme', icon: Moon, run: () => setTheme('dark') },
  { id: 'system', title: 'Use the theme of the system', icon: Monitor, run: () => setTheme('system') },
]
