import { createFileRoute } from '@tanstack/react-router'
import { List } from 'lucide-react'
import { useState } from 'react'
import { RouteFailed } from '../../../../../../../components/route-states.tsx'
import { IconButton } from '../../../../../../../components/ui/button.tsx'
import { NoPermission } from '../../../../../../../components/ui/states.tsx'
import { isApiError } from '../../../../../../../data/api.ts'
import { contentPaths } from '../../../../../../../data/content.ts'
import { Editor } from '../../../../../../../features/editor/editor.tsx'
import { loadForEditing } from '../../../../../../../features/editor/queries.ts'
import { PageNotFound } from '../../../../../../../features/space/empty-states.tsx'
import { usePages } from '../../../../../../../features/space/space-content.ts'
import { PageBones } from '../../../../../../../features/space/space-skeleton.tsx'
import { useWindowTitle } from '../../../../../../../hooks/use-breadcrumbs.ts'
import { labels } from '../../../../../../../lib/labels.ts'
import { oneOf, searchParams } from '../../../../../../../lib/search-params.ts'

/** A page of a change request being written; read past every cache, and not again while it is open. */
export const Route = createFileRoute('/_app/s/$spaceId/changes/$number/_pages/pages/$pageId_/edit')({
  validateSearch: searchParams({ view: oneOf('visual', 'write', 'both', 'read') }),
  loader: ({ params: { spaceId, number, pageId } }) => loadForEditing({ spaceId, change: number }, pageId),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  preload: false,
  component: View,
  pendingComponent: PageBones,
  errorComponent: (props) => (isApiError(props.error, 404) ? <PageNotFound /> : <RouteFailed {...props} />),
})

function View() {
  const { pageId } = Route.useParams()
  return <EditView key={pageId} />
}

function EditView() {
  const { view } = Route.useSearch()
  const navigate = Route.useNavigate()
  const edited = Route.useLoaderData()
  const { content, bannerSlot, openSheet } = usePages()
  // Unsaved text remains on screen, even if the request is merged in the meantime.
  const [mayWrite] = useState(content.canEdit)
  const title = edited?.page.title || labels.untitled
  useWindowTitle(`Edit ${title}`)
  if (!edited) return <PageNotFound />
  if (!mayWrite) return <MayNotEdit title={title} isDone={content.space.permissions.edit} />
  const { spaceId } = content.at
  const { organization: organizationId } = content.space
  const pageContext = {
    organizationId,
    spaceId,
    path: edited.page.path,
    index: content.index,
    files: content.files,
    variables: { space: content.variables, page: edited.page.variables ?? {} },
  }
  return (
    <Editor
      at={content.at}
      editable={edited}
      pageContext={{ ...pageContext, pageTo: contentPaths(content.at).page }}
      mode={view}
      onMode={(next) => void navigate({ to: '.', search: (all) => ({ ...all, view: next }), replace: true })}
      bannerSlot={bannerSlot}
      pagesButton={
        <IconButton className="narrow btn-plain" icon={List} label="Pages" tip={false} onClick={openSheet} />
      }
    />
  )
}

const MayNotEdit = ({ title, isDone }: { title: string; isDone: boolean }) => (
  <div className="pane">
    <NoPermission title={`You can’t edit ${labels.quoted(title)}`}>
      {isDone
        ? 'This change request is merged or archived. Start a new one to change the page.'
        : 'You need the Edit role in this space to change it. Ask someone who manages the space.'}
    </NoPermission>
  </div>
)
