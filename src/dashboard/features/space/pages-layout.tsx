import * as Radix from '@radix-ui/react-dialog'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { EyeOff, FileText, FolderPlus, Link2, Plus, Upload, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type PageIndex, pageAncestors } from '../../components/page-text/page-index.ts'
import { Tree } from '../../components/tree.tsx'
import { IconButton } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Emoji } from '../../components/ui/marks.tsx'
import { Menu, MenuItem } from '../../components/ui/menu.tsx'
import { contentPaths } from '../../data/content.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { useLatest } from '../../hooks/use-debounced.ts'
import { readLocalStorage, writeLocalStorage } from '../../hooks/use-local-storage.ts'
import { useIsNarrow } from '../../hooks/use-media.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { listOf, text } from '../../lib/search-params.ts'
import { usePageActions } from './mutations.ts'
import { OverdueMark, useOverduePages } from './overdue-marks.tsx'
import { PageMenu } from './page-menu.tsx'
import { type PageRow, rowsOf } from './page-rows.ts'
import type { SpaceSearch } from './search-params.ts'
import styles from './space.module.css'
import { type Content, PagesContext } from './space-content.ts'
import { TranslationMark, useTranslationMarks } from './translation-marks.tsx'
import { TreeDialogs } from './tree-dialogs.tsx'

type Props = {
  content: Content
  /** Shown above the pages, except while editing. */
  head: ReactNode
  search: SpaceSearch
  onSearch: (change: SpaceSearch) => void
  isEditing: boolean
  children: ReactNode
}

/** The page tree next to a page or its editor; below 900 px the tree is a sheet. */
export function PagesLayout({ content, head, search, onSearch, isEditing, children }: Props) {
  const navigate = useNavigate()
  const pageId = useParams({ strict: false, select: (params) => params.pageId })
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  // Made here, because an element that is only known once it is in the document would render everything a second time.
  const [bannerSlot] = useState(() => document.createElement('div'))
  const bannerPlace = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => bannerPlace.current?.append(bannerSlot), [bannerSlot])
  const latestOnSearch = useLatest(onSearch)
  const isNarrow = useIsNarrow()
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
  const pages = useMemo(
    () => ({
      content,
      search,
      onSearch: (change: SpaceSearch) => latestOnSearch.current(change),
      openSheet: () => setIsSheetOpen(true),
      bannerSlot,
    }),
    [content, search, latestOnSearch, bannerSlot],
  )
  const tree = <PageTree content={content} onSearch={onSearch} isEditing={isEditing} />
  return (
    <PagesContext value={pages}>
      {!isEditing && head}
      <div ref={bannerPlace} />
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
      <TreeDialogs content={content} search={search} onSearch={onSearch} />
    </PagesContext>
  )
}

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

type PageTreeProps = {
  content: Content
  /** Opens the dialog that creates a page. */
  onSearch: (search: SpaceSearch) => void
  /** Links go to the editor. */
  isEditing: boolean
}

const rootAccepts = () => true

/** The page tree. People who can edit drag, rename and create pages here. */
export function PageTree({ content, onSearch, isEditing }: PageTreeProps) {
  const { space, at, index, canEdit } = content
  const pageId = useParams({ strict: false, select: (params) => params.pageId })
  const view = useSearch({ strict: false, select: (all) => all.view })
  const layout = isEditing && view ? `?view=${view}` : ''
  const rows = useMemo(() => rowsOf(index), [index])
  const { isOpen, toggle } = useOpenBranches(space.id, index, pageId)
  const actions = usePageActions(at, index)
  const marks = useTranslationMarks(content)
  const overdue = useOverduePages(content)
  const onRowKey = (event: KeyboardEvent, row: PageRow) => {
    if (!canEdit || event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key !== 'Delete' && event.key !== 'Backspace') return
    event.preventDefault()
    void actions.remove(row.page)
  }
  return (
    <Tree<PageRow>
      label="Pages"
      className={clsx(styles.pages)}
      isSlim
      columns={[{ head: 'Page' }]}
      rows={rows}
      isOpen={isOpen}
      onToggle={toggle}
      lead={lead}
      to={({ id, page }) =>
        isEditing && page.type === 'document' ? contentPaths(at).edit(id) + layout : contentPaths(at).page(id)
      }
      after={(row) => {
        const mark = marks.get(row.id)
        return (
          <>
            {mark && <TranslationMark mark={mark} />}
            {overdue.has(row.id) && <OverdueMark />}
            {after(row)}
          </>
        )
      }}
      menu={
        canEdit
          ? (row, { rename }) => (
              <PageMenu page={row.page} rename={rename} actions={actions} onSearch={onSearch} at={at} />
            )
          : undefined
      }
      rowClass={(row) => (row.id === pageId ? 'is-on' : undefined)}
      onMove={canEdit ? (move) => actions.move(rows, move) : undefined}
      rootAccepts={rootAccepts}
      onRename={(row, title) => actions.rename(row.page, title)}
      canRename={() => canEdit}
      onRowKey={onRowKey}
      empty={<p className={clsx(styles.empty, 'faint')}>No pages yet</p>}
    />
  )
}

function lead({ page }: PageRow) {
  if (page.emoji) return <Emoji of={page.emoji} />
  return page.type === 'link' ? <Icon of={Link2} size="s" className="kind" /> : null
}

function after({ page }: PageRow) {
  if (!('hidden' in page && page.hidden)) return null
  return (
    <span className={clsx('i-faint line', styles.mark)} title="Hidden from navigation">
      <Icon of={EyeOff} size="s" />
      <span className="sr">, hidden from navigation</span>
    </span>
  )
}

const ids = listOf(text(), Number.POSITIVE_INFINITY)

/**
 * The open branches of the tree: those opened by the user, stored in this browser, and the ancestors of the current
 * page.
 */
function useOpenBranches(spaceId: string, index: PageIndex, pageId: string | undefined) {
  const name = `pages.${spaceId}`
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(() => new Set(readLocalStorage(name, ids)))
  const [closed, setClosed] = useState<{ ancestorIds: string | undefined; ids: ReadonlySet<string> }>()
  const ancestorIds = useMemo(
    () => new Set(pageId === undefined ? [] : pageAncestors(index, pageId).map(({ id }) => id)),
    [index, pageId],
  )
  const closedHere = closed?.ancestorIds === pageId ? closed?.ids : undefined
  const isOpen = useCallback(
    (id: string) => openIds.has(id) || (ancestorIds.has(id) && !closedHere?.has(id)),
    [openIds, ancestorIds, closedHere],
  )
  const toggle = useCallback(
    (id: string, open: boolean) => {
      const next = new Set(openIds)
      if (open) next.add(id)
      else next.delete(id)
      setOpenIds(next)
      writeLocalStorage(name, [...next])
      const hidden = new Set(closedHere)
      if (open) hidden.delete(id)
      else hidden.add(id)
      setClosed({ ancestorIds: pageId, ids: hidden })
    },
    [openIds, closedHere, name, pageId],
  )
  return { isOpen, toggle }
}
