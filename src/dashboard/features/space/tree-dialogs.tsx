import { lazy, Suspense } from 'react'
import { MovePageDialog, NewPageDialog } from './page-dialogs.tsx'
import { ReviewDialog } from './page-review-parts.tsx'
import { PageSettingsDialog } from './page-settings-dialog.tsx'
import type { SpaceSearch } from './search-params.ts'
import type { Content } from './space-content.ts'

const MoveToSpaceDialog = lazy(async () => ({
  default: (await import('./move-to-space-dialog.tsx')).MoveToSpaceDialog,
}))

type Props = { content: Content; search: SpaceSearch; onSearch: (change: SpaceSearch) => void }

/** The dialogs of the page tree, which search params open. */
export function TreeDialogs({ content, search, onSearch }: Props) {
  const { canEdit, at } = content
  const { new: kind, in: parentId } = search
  const settingsPage = findPage(content, search.settings)
  const pageToMove = findPage(content, search.move)
  const leavingPage = at.change === undefined ? findPage(content, search.moveToSpace) : undefined
  return (
    <>
      {settingsPage && canEdit && (
        <PageSettingsDialog
          key={settingsPage.id}
          content={content}
          page={settingsPage}
          onClose={() => onSearch({ settings: undefined })}
        />
      )}
      {pageToMove && canEdit && (
        <MovePageDialog
          key={pageToMove.id}
          content={content}
          page={pageToMove}
          onClose={() => onSearch({ move: undefined })}
        />
      )}
      {leavingPage && canEdit && (
        <Suspense>
          <MoveToSpaceDialog
            key={leavingPage.id}
            content={content}
            page={leavingPage}
            onClose={() => onSearch({ moveToSpace: undefined })}
          />
        </Suspense>
      )}
      <ReviewDialog
        content={content}
        page={findPage(content, search.review)}
        onClose={() => onSearch({ review: undefined })}
      />
      {kind && canEdit && (
        <NewPageDialog
          content={content}
          kind={kind}
          parentId={parentId}
          onClose={() => onSearch({ new: undefined, in: undefined })}
        />
      )}
    </>
  )
}

const findPage = ({ index }: Content, id: string | undefined) =>
  id === undefined ? undefined : index.byId.get(id)?.page
