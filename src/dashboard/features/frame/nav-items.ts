import { Globe, House, Library, type LucideIcon } from 'lucide-react'
import type { Session } from '#contract/sessions.ts'
import { places } from '../../lib/places.ts'

export type NavItem = { label: string; to: string; icon: LucideIcon; keys: string; isExact?: boolean }

type Organization = Session['organizations'][number]

/** The rooms of an organization; guests have no list of sites. */
export const navItems = ({ id, role }: Organization): NavItem[] => [
  { label: 'Home', to: places.home(id), icon: House, keys: 'g h', isExact: true },
  { label: 'Library', to: places.library(id), icon: Library, keys: 'g l' },
  ...(role === null ? [] : [{ label: 'Sites', to: places.sites(id), icon: Globe, keys: 'g s' }]),
]
