import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { q } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { statusMarks, subjectOf } from '../../lib/request-words.ts'
import type { Goes, PaletteItem } from './palette-items.ts'

/** The change requests that are not over, those changed last, by what they are about. */
export function useOpenChanges(organizationId: string, goes: Goes): PaletteItem[] {
  const { data } = useQuery({
    ...q(api.changeRequests.listInOrganization, {
      params: { organizationId },
      query: { status: ['draft', 'open'], limit: 200 },
    }),
    enabled: organizationId !== '',
  })
  return (data?.items ?? []).map((request) => ({
    ...goes(places.change(request.space ?? '', request.number)),
    title: subjectOf(request),
    icon: statusMarks[request.status].icon,
    where: `#${request.number}`,
  }))
}
