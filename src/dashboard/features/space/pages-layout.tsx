import * as Radix from '@radix-ui/react-dialog'
import { useNavigate, useParams } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { FileText, FolderPlus, Link2, Plus, Upload, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { IconButton } from '../../components/ui/button.tsx'
import { Menu, MenuItem } from '../../components/ui/menu.tsx'
import { useActions } from '../../hooks/use-actions.ts'
import { useIsNarrow } from '../../hooks/use-media.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { MovePageDialog, NewPageDialog } from './page-dialogs.tsx'
import { PageSettingsDialog } from './page-settings-dialog.tsx'
import { PageTree } from './page-tree.tsx'
import type { SpaceSearch } from './queries.ts'
import styles from './space.module.css'
import { type Content, PagesContext } from './space-content.ts'

type Props = {
  content: Content
  /** Shown above the pages, except while editing. */
  head: ReactNode
  search: SpaceSearch
  onSearch: (change: SpaceSearch) => void
  isEditing: boolean
  children: ReactNode
}

/** The page tree beside a page or its editor; below 900 px the tree is a sheet. */
export function PagesLayout({ content, head, search, onSearch, isEditing, children }: Props) {
  const { new: kind, in: parentId } = search
  const navigate = useNavigate()
  const { pageId } = useParams({ strict: false })
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const [bannerSlot, setBannerSlot] = useState<HTMLElement | null>(null)
  const isNarrow = useIsNarrow()
  const settingsPage = findPage(content, search.settings)
  const pageToMove = findPage(content, search.move)
  const closeDialog = () => onSearch({ new: undefined, in: undefined })
  useEffect(() => setIsSheetOpen(false), [pageId])
  useActions(
    content.canEdit
      ? [
          ...newPageActions(onSearch),
          ...(content.at.change === undefined
            ? [
                {
                  id: 'import',
                  label: 'Import pages',
                  icon: Upload,
                  run: () => void navigate({ to: paths.spaceImport(content.space.id) }),
                },
              ]
            : []),
        ]
      : [],
  )
  const tree = <PageTree content={content} onSearch={onSearch} />
  return (
    <PagesContext value={{ content, search, onSearch, openSheet: () => setIsSheetOpen(true), bannerSlot }}>
      {!isEditing && head}
      <div ref={setBannerSlot} />
      <div className={isEditing ? clsx('split', styles.root, 'is-editing') : clsx('split', styles.root)}>
        {!isNarrow && (
          <div className={clsx('pane', styles.tree)}>
            <TreeHead content={content} onSearch={onSearch} />
            {tree}
          </div>
        )}
        {children}
      </div>
      {isNarrow && isSheetOpen && (
        <PagesSheet onClose={() => setIsSheetOpen(false)}>
          <TreeHead content={content} onSearch={onSearch} onClose={() => setIsSheetOpen(false)} />
          {tree}
        </PagesSheet>
      )}
      {settingsPage && content.canEdit && (
        <PageSettingsDialog
          key={settingsPage.id}
          content={content}
          page={settingsPage}
          onClose={() => onSearch({ settings: undefined })}
        />
      )}
      {pageToMove && content.canEdit && (
        <MovePageDialog
          key={pageToMove.id}
          content={content}
          page={pageToMove}
          onClose={() => onSearch({ move: undefined })}
        />
      )}
      {kind && content.canEdit && (
        <NewPageDialog content={content} kind={kind} parentId={parentId} onClose={closeDialog} />
      )}
    </PagesContext>
  )
}

const findPage = ({ index }: Content, id: string | undefined) =>
  id === undefined ? undefined : index.byId.get(id)?.page

type OnSearch = Props['onSearch']

const newPageActions = (onSearch: OnSearch) => [
  { id: 'new-page', label: 'New page', icon: FileText, keys: 'c', run: () => onSearch({ new: 'page' }) },
  { id: 'new-group', label: 'New group of pages', icon: FolderPlus, run: () => onSearch({ new: 'group' }) },
  { id: 'new-link', label: 'New link in the navigation', icon: Link2, run: () => onSearch({ new: 'link' }) },
]

type HeadProps = { content: Content; onSearch: OnSearch; onClose?: () => void }

const TreeHead = ({ content, onSearch, onClose }: HeadProps) => (
  <div className="pane-head">
    <h2>Pages</h2>
    <span className="count">{content.index.order.length}</span>
    <span className="grow" />
    {content.canEdit && (
      <Menu
        trigger={
          <IconButton small tip={false} className="btn-plain" icon={Plus} label="New page, group or link" />
        }
      >
        <MenuItem icon={FileText} keys="c" onSelect={() => onSearch({ new: 'page' })}>
          New page
        </MenuItem>
        <MenuItem icon={FolderPlus} onSelect={() => onSearch({ new: 'group' })}>
          New group
        </MenuItem>
        <MenuItem icon={Link2} onSelect={() => onSearch({ new: 'link' })}>
          New link
        </MenuItem>
      </Menu>
    )}
    {onClose && (
      <IconButton small tip={false} className="btn-plain" icon={X} label={labels.close} onClick={onClose} />
    )}
  </div>
)

const PagesSheet = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <Radix.Root open onOpenChange={(open) => !open && onClose()}>
    <Radix.Portal>
      <Radix.Content className={clsx(styles.sheet, 'pane')} aria-describedby={undefined}>
        <Radix.Title className="sr">Pages</Radix.Title>
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
