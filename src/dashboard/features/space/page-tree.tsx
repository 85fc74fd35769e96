import { useParams } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { EyeOff, Link2 } from 'lucide-react'
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import { z } from 'zod'
import { type PageIndex, pageAncestors } from '../../components/page-text/page-index.ts'
import { Tree } from '../../components/tree.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Emoji } from '../../components/ui/marks.tsx'
import { contentPaths } from '../../data/content.ts'
import { readLocalStorage, writeLocalStorage } from '../../hooks/use-local-storage.ts'
import { usePageActions } from './mutations.ts'
import { PageMenu } from './page-menu.tsx'
import { type PageRow, rowsOf } from './page-rows.ts'
import type { SpaceSearch } from './queries.ts'
import styles from './space.module.css'
import type { Content } from './space-content.ts'

type Props = {
  content: Content
  /** Opens the dialog that creates a page. */
  onSearch: (search: SpaceSearch) => void
}

const rootAccepts = () => true

/** The page tree. People who can edit drag, rename and create pages here. */
export function PageTree({ content, onSearch }: Props) {
  const { space, at, index, canEdit } = content
  const { pageId } = useParams({ strict: false })
  const rows = useMemo(() => rowsOf(index), [index])
  const { isOpen, toggle } = useOpenBranches(space.id, index, pageId)
  const actions = usePageActions(at, index)
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
      to={(row) => contentPaths(at).page(row.id)}
      after={after}
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

const ids = z.array(z.string())

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
