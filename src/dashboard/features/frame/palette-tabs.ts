import { useParams } from '@tanstack/react-router'
import { FileText, Globe } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { siteTabs } from '../../lib/site-tabs.ts'
import type { LinkTo, PaletteItem } from './palette-groups.ts'

/** The tabs of the site or space in the URL. */
export function useOpenTabs(linkTo: LinkTo): PaletteItem[] {
  const { orgId, siteId, spaceId } = useParams({ strict: false }) as Record<string, string | undefined>
  if (orgId !== undefined && siteId !== undefined) {
    return siteTabs(orgId, siteId).map(({ label, to }) => ({
      ...linkTo(to),
      title: label,
      where: 'This site',
      icon: Globe,
    }))
  }
  if (spaceId === undefined) return []
  return spaceTabs(spaceId).map(({ label, to }) => ({
    ...linkTo(to),
    title: label,
    where: 'This space',
    icon: FileText,
  }))
}

/** More would hide the matches that the user is looking for. */
const MAX_ENTITIES = 20

/**
 * The tabs of the spaces and sites that the query names, such as `Halden Docs: Redirects` for “halden redir”. A query
 * of one word finds the space or site itself.
 */
export function tabsOfEntities(
  entities: readonly PaletteItem[],
  organizationId: string,
  query: string,
  linkTo: LinkTo,
): PaletteItem[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (terms.length < 2) return []
  return entities
    .filter(({ title }) => terms.some((term) => term.length > 1 && title.toLowerCase().includes(term)))
    .slice(0, MAX_ENTITIES)
    .flatMap(({ title, to = '', emoji, icon }) =>
      tabsAt(organizationId, to).map((tab) => ({
        ...linkTo(tab.to),
        title: `${title}: ${tab.label}`,
        emoji,
        icon,
      })),
    )
}

function tabsAt(organizationId: string, path: string): readonly { label: string; to: string }[] {
  const spaceId = /^\/s\/([^/]+)$/.exec(path)?.[1]
  if (spaceId !== undefined) return spaceTabs(spaceId)
  const siteId = /\/sites\/([^/]+)$/.exec(path)?.[1]
  return siteId === undefined ? [] : siteTabs(organizationId, siteId)
}

const spaceTabs = (spaceId: string) => [
  { label: 'Changes', to: paths.changes(spaceId) },
  { label: 'Comments', to: paths.comments(spaceId) },
  { label: 'History', to: paths.history(spaceId) },
  { label: 'Files', to: paths.files(spaceId) },
  { label: 'Links', to: paths.links(spaceId) },
  { label: 'Translations', to: paths.translations(spaceId) },
  { label: 'Access', to: paths.spaceAccess(spaceId) },
  { label: 'Settings', to: paths.spaceSettings(spaceId) },
]
