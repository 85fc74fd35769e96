import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Space } from '#contract/spaces.ts'
import {
  type OnRequestSearch,
  type RequestRef,
  requestQuery,
} from '../../../../../../features/change-request/queries.ts'
import type { RequestSearch } from '../../../../../../features/change-request/search-params.ts'
import { spaceQuery } from '../../../../../../features/space/queries.ts'

type PageProps = {
  at: RequestRef
  space: Space
  request: ChangeRequest
  search: RequestSearch
  onSearch: OnRequestSearch
}

const from = '/_app/s/$spaceId/changes/$number'

/** One tab of a change request with what all of them need. */
export function RequestView({ page: Page }: { page: ComponentType<PageProps> }) {
  const at = useParams({ from })
  const search = useSearch({ from })
  const navigate = useNavigate()
  const { data: space } = useSuspenseQuery(spaceQuery(at.spaceId))
  const { data: request } = useSuspenseQuery(requestQuery(at))
  return (
    <Page
      key={request.id}
      {...{ at, space, request, search }}
      onSearch={(change) =>
        void navigate({ to: '.', search: (all) => ({ ...all, ...change }), replace: !('dialog' in change) })
      }
    />
  )
}
