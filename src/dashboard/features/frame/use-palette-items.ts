import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FileText, Folder, Globe, type LucideIcon, Moon, Sun, Trash2 } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { api } from '#contract/api.ts'
import { acts } from '../../lib/acts.ts'
import { q } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { setTheme } from '../../lib/theme.ts'
import { words } from '../../lib/words.ts'
import { matchOf, type Span } from './matching.ts'
import { navItems } from './nav-items.ts'
import { useOrganization } from './use-organization.ts'

export type PaletteItem = {
  id: string
  title: string
  icon?: LucideIcon | undefined
  emoji?: string | undefined
  where?: string | undefined
  keys?: string | undefined
  run: () => void
  /** Address, for those that only go somewhere. */
  to?: string
}
export type Found = PaletteItem & { spans: readonly Span[] }
export type Group = { name: string; items: readonly Found[] }

const perGroup = 8
const most = { limit: 1000 }

/** Everything the palette can find now, by group, for what is typed. */
export function usePaletteItems(text: string): Group[] {
  const { organization } = useOrganization()
  const navigate = useNavigate()
  const offered = useSyncExternalStore(acts.subscribe, acts.all)
  const organizationId = organization?.id ?? ''
  const params = { organizationId }
  const isOn = organization !== undefined
  const spaces = useQuery({ ...q(api.spaces.list, { params, query: most }), enabled: isOn }).data?.items ?? []
  const collections =
    useQuery({ ...q(api.collections.list, { params, query: most }), enabled: isOn }).data?.items ?? []
  const sites =
    useQuery({ ...q(api.sites.list, { params, query: most }), enabled: isOn && organization.role !== null })
      .data?.items ?? []
  const names = new Map(collections.map(({ id, title }) => [id, title]))
  const goes = (to: string) => ({ to, run: () => void navigate({ to }) })

  const rooms: PaletteItem[] = organization
    ? [
        ...navItems(organization).map(({ label, to, icon, keys }) => ({
          id: to,
          title: label,
          icon,
          keys,
          ...goes(to),
        })),
        { id: 'trash', title: 'Trash', icon: Trash2, keys: 'g t', ...goes(places.trash(organizationId)) },
      ]
    : []
  const groups: [string, PaletteItem[]][] = [
    ['Do', offered.map((act) => ({ ...act, title: act.label }))],
    ['Go to', rooms],
    [
      'Spaces',
      spaces.map(({ id, title, emoji, parent }) => ({
        id,
        title: title || words.untitled,
        icon: FileText,
        emoji,
        where: parent && names.get(parent),
        ...goes(places.space(id)),
      })),
    ],
    [
      'Collections',
      collections.map(({ id, title, parent }) => ({
        id,
        title: title || words.untitled,
        icon: Folder,
        where: parent && names.get(parent),
        ...goes(places.collection(organizationId, id)),
      })),
    ],
    [
      'Sites',
      sites.map(({ id, title }) => ({ id, title, icon: Globe, ...goes(places.site(organizationId, id)) })),
    ],
    ['Look', themes],
  ]
  return groups
    .map(([name, items]) => ({ name, items: found(items, text) }))
    .filter(({ items }) => items.length > 0)
}

const themes: PaletteItem[] = [
  { id: 'light', title: 'Use the light theme', icon: Sun, run: () => setTheme('light') },
  { id: 'dark', title: 'Use the dark theme', icon: Moon, run: () => setTheme('dark') },
]

function found(items: readonly PaletteItem[], text: string): Found[] {
  return items
    .flatMap((item) => {
      const match = matchOf(item.title, text)
      return match ? [{ ...item, ...match }] : []
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, perGroup)
}
