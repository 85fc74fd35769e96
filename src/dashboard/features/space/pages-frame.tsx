import * as Radix from '@radix-ui/react-dialog'
import { useNavigate, useParams } from '@tanstack/react-router'
import { FileText, FolderPlus, Link2, Plus, Upload, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../components/ui/menu.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { useIsNarrow } from '../../hooks/use-media.ts'
import { places } from '../../lib/places.ts'
import { words } from '../../lib/words.ts'
import { MovePageDialog } from './move-page-dialog.tsx'
import { NewPageDialog } from './new-page-dialog.tsx'
import { PageSettingsDialog } from './page-settings-dialog.tsx'
import { PageTree } from './page-tree.tsx'
import { PagesContext } from './pages-context.ts'
import type { Content } from './space-content.ts'
import type { SpaceSearch } from './space-search.ts'
import './space.css'

type Props = {
  content: Content
  /** Stands above while pages are read. */
  head: ReactNode
  search: SpaceSearch
  onSearch: (change: SpaceSearch) => void
  isEditing: boolean
  children: ReactNode
}

/** The page tree beside a page, whether it is read or written; below 900 px the tree is a sheet. */
export function PagesFrame({ content, head, search, onSearch, isEditing, children }: Props) {
  const { new: kind, in: parentId } = search
  const navigate = useNavigate()
  const { pageId } = useParams({ strict: false })
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const [above, setAbove] = useState<HTMLElement | null>(null)
  const isNarrow = useIsNarrow()
  const settingsOf = pageIn(content, search.settings)
  const moving = pageIn(content, search.move)
  const closeDialog = () => onSearch({ new: undefined, in: undefined })
  useEffect(() => setIsSheetOpen(false), [pageId])
  useActs(
    content.mayEdit
      ? [
          ...actsOf(onSearch),
          ...(content.at.change === undefined
            ? [
                {
                  id: 'import',
                  label: 'Import pages',
                  icon: Upload,
                  run: () => void navigate({ to: places.spaceImport(content.space.id) }),
                },
              ]
            : []),
        ]
      : [],
  )
  const tree = <PageTree content={content} onSearch={onSearch} />
  return (
    <PagesContext value={{ content, search, onSearch, openSheet: () => setIsSheetOpen(true), above }}>
      {!isEditing && head}
      <div ref={setAbove} />
      <div className={isEditing ? 'split sp is-editing' : 'split sp'}>
        {!isNarrow && (
          <div className="pane sp-tree">
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
      {settingsOf && content.mayEdit && (
        <PageSettingsDialog
          key={settingsOf.id}
          content={content}
          page={settingsOf}
          onClose={() => onSearch({ settings: undefined })}
        />
      )}
      {moving && content.mayEdit && (
        <MovePageDialog
          key={moving.id}
          content={content}
          page={moving}
          onClose={() => onSearch({ move: undefined })}
        />
      )}
      {kind && content.mayEdit && (
        <NewPageDialog content={content} kind={kind} parentId={parentId} onClose={closeDialog} />
      )}
    </PagesContext>
  )
}

const pageIn = ({ index }: Content, id: string | undefined) =>
  id === undefined ? undefined : index.byId.get(id)?.page

type OnSearch = Props['onSearch']

const actsOf = (onSearch: OnSearch) => [
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
    {content.mayEdit && (
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
      <IconButton small tip={false} className="btn-plain" icon={X} label={words.close} onClick={onClose} />
    )}
  </div>
)

const PagesSheet = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <Radix.Root open onOpenChange={(open) => !open && onClose()}>
    <Radix.Portal>
      <Radix.Content className="sp-sheet pane" aria-describedby={undefined}>
        <Radix.Title className="sr">Pages</Radix.Title>
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
