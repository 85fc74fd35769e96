import { useQuery } from '@tanstack/react-query'
import { FileText, Folder, Globe } from 'lucide-react'
import { useMemo } from 'react'
import { api } from '#contract/api.ts'
import { q } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { type Visit, visitsOf } from '../../lib/visits.ts'
import { words } from '../../lib/words.ts'
import type { Goes, PaletteItem } from './palette-items.ts'
import type { useOrganization } from './use-organization.ts'
import { iconOfPlace } from './use-visits.ts'

const most = { limit: 1000 }

type Whereabouts = ReturnType<typeof useOrganization>

/** Spaces, collections and sites by title, and those that were looked at last. */
export function useThings({ session, organization }: Whereabouts, goes: Goes, here: string) {
  const organizationId = organization?.id ?? ''
  const params = { organizationId }
  const isOn = organization !== undefined
  const read = { params, query: most }
  const spaces = useQuery({ ...q(api.spaces.list, read), enabled: isOn }).data
  const collections = useQuery({ ...q(api.collections.list, read), enabled: isOn }).data
  const sites = useQuery({ ...q(api.sites.list, read), enabled: isOn }).data
  const visits = useMemo(() => visitsOf(session.user.id, organizationId), [session.user.id, organizationId])
  return useMemo(() => {
    const names = new Map((collections?.items ?? []).map(({ id, title }) => [id, title]))
    const things = [
      ...(spaces?.items ?? []).map(({ id, title, emoji, parent }) => ({
        ...goes(places.space(id)),
        title: title || words.untitled,
        icon: FileText,
        emoji,
        where: parent && names.get(parent),
      })),
      ...(collections?.items ?? []).map(({ id, title, parent }) => ({
        ...goes(places.collection(organizationId, id)),
        title: title || words.untitled,
        icon: Folder,
        where: parent ? names.get(parent) : 'Collection',
      })),
      ...(sites?.items ?? []).map(({ id, title }) => ({
        ...goes(places.siteOverview(organizationId, id)),
        title,
        icon: Globe,
        where: 'Site',
      })),
    ]
    const known = new Map<string, PaletteItem>(things.map((thing) => [thing.to ?? '', thing]))
    // What is listed whole and is not in the list is gone.
    const isGone = ({ to }: Visit) =>
      /^\/s\/[^/]+$/.test(to) && !known.has(to) && spaces !== undefined && spaces.next === undefined
    const recent = visits
      .filter((visit) => visit.to !== here && !isGone(visit))
      .map((visit): PaletteItem => {
        const thing = known.get(visit.to)
        return (
          thing ?? { ...goes(visit.to), icon: iconOfPlace(visit.to), title: visit.title, where: visit.where }
        )
      })
    return { things, recent, visited: visits.map(({ to }) => to) }
  }, [spaces, collections, sites, visits, here, organizationId, goes])
}
