import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../../components/ui/button.tsx'
import { ListSkeleton } from '../../../../components/ui/skeleton.tsx'
import { FilesPage } from '../../../../features/files/files-page.tsx'
import { filesQuery } from '../../../../features/files/queries.ts'
import { filesSearch } from '../../../../features/files/search-params.ts'
import { spaceQuery, useSpaceBreadcrumbs } from '../../../../features/space/queries.ts'
import { canEditLive } from '../../../../features/space/space-content.ts'
import { SpaceHead } from '../../../../features/space/space-head.tsx'
import { useActions } from '../../../../hooks/use-actions.ts'
import { useBreadcrumbs } from '../../../../hooks/use-breadcrumbs.ts'

/** The files of a space; `file` is the one that is open. */
export const Route = createFileRoute('/_app/s/$spaceId/files')({
  validateSearch: filesSearch,
  loader: ({ context, params, location }) =>
    context.queryClient.prefetchInfiniteQuery(filesQuery(params.spaceId, filesSearch.parse(location.search))),
  component: View,
  pendingComponent: ListSkeleton,
})

function View() {
  const { spaceId } = Route.useParams()
  const navigate = Route.useNavigate()
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  useBreadcrumbs([...useSpaceBreadcrumbs(space), { title: 'Files' }], `Files of ${space.title}`)
  const picker = useRef<HTMLInputElement>(null)
  const canEdit = canEditLive(space)
  const onAdd = () => picker.current?.click()
  useActions(canEdit ? [{ id: 'files', label: 'Add files', icon: Upload, keys: 'c', run: onAdd }] : [])
  return (
    <>
      <SpaceHead
        space={space}
        action={
          canEdit && (
            <Button variant="primary" icon={Upload} onClick={onAdd}>
              Add files
            </Button>
          )
        }
      />
      <FilesPage
        key={spaceId}
        {...{ space, canEdit, picker }}
        search={Route.useSearch()}
        onSearch={(change, options) =>
          void navigate({ search: (before) => ({ ...before, ...change }), ...options })
        }
      />
    </>
  )
}
