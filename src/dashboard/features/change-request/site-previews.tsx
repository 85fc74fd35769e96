import { useQuery } from '@tanstack/react-query'
import { AppWindow } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Space } from '#contract/spaces.ts'
import { MenuItem } from '../../components/ui/menu.tsx'
import { q } from '../../lib/api.ts'
import { subjectOf } from '../../lib/request-words.ts'
import { openSitePreview } from '../../lib/site-preview.ts'
import { words } from '../../lib/words.ts'

type Props = { space: Space; request: ChangeRequest }

/** A row for each site that shows the space: how the change request would look there. */
export function SitePreviews({ space, request }: Props) {
  const organizationId = space.organization
  const { data } = useQuery(
    q(api.sites.list, { params: { organizationId }, query: { space: space.id, limit: 5 } }),
  )
  if (request.status === 'merged') return null
  return data?.items.map(({ id, title }) => (
    <MenuItem
      key={id}
      icon={AppWindow}
      onSelect={() =>
        void openSitePreview(words.quoted(subjectOf(request)), {
          params: { organizationId, siteId: id },
          query: { space: space.id, changeRequest: request.id },
        })
      }
    >
      {data.count > 1 ? `Preview on ${title}` : 'Preview on the site'}
    </MenuItem>
  ))
}
