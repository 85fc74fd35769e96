import { createFileRoute } from '@tanstack/react-router'
import { List } from 'lucide-react'
import { useState } from 'react'
import type { Space } from '#contract/spaces.ts'
import { AskForAccess } from '../../../../../components/ask-for-access/ask-for-access.tsx'
import { RouteFailed } from '../../../../../components/route-states.tsx'
import { IconButton } from '../../../../../components/ui/button.tsx'
import { NoPermission } from '../../../../../components/ui/states.tsx'
import { spaceSubject } from '../../../../../data/access.ts'
import { isApiError } from '../../../../../data/api.ts'
import { Editor } from '../../../../../features/editor/editor.tsx'
import { loadForEditing } from '../../../../../features/editor/queries.ts'
import { PageNotFound } from '../../../../../features/space/empty-states.tsx'
import { useSpaceBreadcrumbs } from '../../../../../features/space/queries.ts'
import { usePages } from '../../../../../features/space/space-content.ts'
import { PageBones } from '../../../../../features/space/space-skeleton.tsx'
import { useBreadcrumbs } from '../../../../../hooks/use-breadcrumbs.ts'
import { labels } from '../../../../../lib/labels.ts'
import { oneOf, searchParams } from '../../../../../lib/search-params.ts'

/** A page being written. It is read past every cache, and not again while it is open. */
export const Route = createFileRoute('/_app/s/$spaceId/_pages/p/$pageId_/edit')({
  validateSearch: searchParams({ view: oneOf('visual', 'write', 'both', 'read') }),
  loader: ({ params }) => loadForEditing({ spaceId: params.spaceId }, params.pageId),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  preload: false,
  component: View,
  pendingComponent: PageBones,
  errorComponent: (props) =>
    isApiError(props.error, 404) ? <PageNotFound error={props.error} /> : <RouteFailed {...props} />,
})

function View() {
  const { pageId } = Route.useParams()
  return <EditView key={pageId} />
}

function EditView() {
  const { spaceId } = Route.useParams()
  const { view } = Route.useSearch()
  const navigate = Route.useNavigate()
  const edited = Route.useLoaderData()
  const { content, bannerSlot, openSheet } = usePages()
  // Unsaved text remains on screen, even if the space is locked in the meantime.
  const [mayWrite] = useState(content.canEdit)
  const title = edited?.page.title || labels.untitled
  useBreadcrumbs([...useSpaceBreadcrumbs(content.space), { title }], `Edit ${title}`)
  if (!edited) return <PageNotFound />
  if (!mayWrite && !content.space.permissions.edit) return <MayNotEdit title={title} space={content.space} />
  if (!mayWrite) return <IsLocked title={content.space.title || labels.untitled} />
  return (
    <Editor
      at={content.at}
      editable={edited}
      pageContext={{
        organizationId: content.space.organization,
        spaceId,
        path: edited.page.path,
        index: content.index,
        files: content.files,
        variables: { space: content.variables, page: edited.page.variables ?? {} },
      }}
      mode={view}
      onMode={(next) => void navigate({ to: '.', search: (all) => ({ ...all, view: next }), replace: true })}
      bannerSlot={bannerSlot}
      pagesButton={
        <IconButton className="narrow btn-plain" icon={List} label="Pages" tip={false} onClick={openSheet} />
      }
    />
  )
}

const MayNotEdit = ({ title, space }: { title: string; space: Space }) => (
  <div className="pane">
    <NoPermission
      isPage
      title={`You can’t edit ${labels.quoted(title)}`}
      actions={<AskForAccess subject={spaceSubject(space)} needed="edit" />}
    >
      You need the Edit role in this space.
    </NoPermission>
  </div>
)

const IsLocked = ({ title }: { title: string }) => (
  <div className="pane">
    <NoPermission isPage title={`${labels.quoted(title)} is locked`}>
      It can’t be edited until someone who manages it unlocks it in its settings.
    </NoPermission>
  </div>
)
