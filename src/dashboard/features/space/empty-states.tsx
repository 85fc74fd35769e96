import { Link, Navigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { FileText, List, Plus, Upload } from 'lucide-react'
import { Button, ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { isApiError } from '../../data/api.ts'
import { contentPaths } from '../../data/content.ts'
import { useWindowTitle } from '../../hooks/use-breadcrumbs.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './space.module.css'
import { usePages } from './space-content.ts'

/** A space without pages. */
export function EmptySpace() {
  const { content, onSearch } = usePages()
  const { space, at, canEdit } = content
  const title = space.title || labels.untitled
  return (
    <div className={clsx('pane', styles.page)}>
      <Empty
        title={`${labels.quoted(title)} has no pages yet`}
        actions={
          canEdit && (
            <>
              <Button variant="outline" icon={Plus} keys="c" onClick={() => onSearch({ new: 'page' })}>
                Write the first page
              </Button>
              {at.change === undefined && (
                <Link className={buttonClass('plain')} to={paths.spaceImport(space.id)}>
                  <ButtonContent icon={Upload}>Import pages</ButtonContent>
                </Link>
              )}
            </>
          )
        }
      >
        {canEdit
          ? at.change === undefined
            ? 'Write the first one, or import pages from a folder, a zip or a website.'
            : 'Your edits become part of the space when the change request is merged.'
          : emptyReason(space.editMode === 'locked' && space.permissions.edit)}
      </Empty>
    </div>
  )
}

const emptyReason = (isLocked: boolean) =>
  isLocked ? 'The space is locked. Edit it in a change request.' : 'No one has written anything yet.'

/** A page that was deleted, or moved to another space: there is where its address leads, unless it can’t be seen there. */
export function PageNotFound({ error }: { error?: unknown }) {
  const { content, openSheet } = usePages()
  useWindowTitle(labels.notFound)
  const { movedTo } = isApiError(error) ? (error.details ?? {}) : {}
  if (isPageAddress(movedTo)) return <Navigate to={paths.page(movedTo.space, movedTo.page)} hash replace />
  return (
    <div className={clsx('pane', styles.page)}>
      <div className={clsx(styles.bar, 'narrow')}>
        <Button icon={List} onClick={openSheet}>
          Pages
        </Button>
      </div>
      <Empty
        title={
          <>
            <span className="i-faint line">
              <Icon of={FileText} />
            </span>
            This page doesn’t exist
          </>
        }
        actions={
          <Link className={buttonClass('outline')} to={contentPaths(content.at).root}>
            <ButtonContent>Go to the first page</ButtonContent>
          </Link>
        }
      >
        It was moved to another space or deleted.
      </Empty>
    </div>
  )
}

function isPageAddress(value: unknown): value is { readonly space: string; readonly page: string } {
  if (typeof value !== 'object' || value === null) return false
  const { space, page } = value as { space?: unknown; page?: unknown }
  return typeof space === 'string' && typeof page === 'string'
}
