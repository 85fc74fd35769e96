import { useParams } from '@tanstack/react-router'
import { EyeOff, Link2 } from 'lucide-react'
import { type KeyboardEvent, useMemo } from 'react'
import { Tree } from '../../components/tree.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Emoji } from '../../components/ui/marks.tsx'
import { placesAt } from '../../lib/content-at.ts'
import { PageMenu } from './page-menu.tsx'
import { type PageRow, rowsOf } from './page-rows.ts'
import type { Content } from './space-content.ts'
import type { SpaceSearch } from './space-search.ts'
import { useOpenBranches } from './use-open-branches.ts'
import { usePageActs } from './use-page-acts.ts'

type Props = {
  content: Content
  /** Opens the dialog that makes a page. */
  onSearch: (search: SpaceSearch) => void
}

const rootAccepts = () => true

/** The pages of a space. Who may edit drags, renames and makes them here. */
export function PageTree({ content, onSearch }: Props) {
  const { space, at, index, mayEdit } = content
  const { pageId } = useParams({ strict: false })
  const rows = useMemo(() => rowsOf(index), [index])
  const { isOpen, toggle } = useOpenBranches(space.id, index, pageId)
  const acts = usePageActs(at, index)
  const onRowKey = (event: KeyboardEvent, row: PageRow) => {
    if (!mayEdit || event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key !== 'Delete' && event.key !== 'Backspace') return
    event.preventDefault()
    void acts.remove(row.page)
  }
  return (
    <Tree<PageRow>
      label="Pages"
      className="pts"
      isSlim
      columns={[{ head: 'Page' }]}
      rows={rows}
      isOpen={isOpen}
      onToggle={toggle}
      lead={lead}
      to={(row) => placesAt(at).page(row.id)}
      after={after}
      menu={
        mayEdit
          ? (row, { rename }) => (
              <PageMenu page={row.page} rename={rename} acts={acts} onSearch={onSearch} at={at} />
            )
          : undefined
      }
      rowClass={(row) => (row.id === pageId ? 'is-on' : undefined)}
      onMove={mayEdit ? (move) => acts.move(rows, move) : undefined}
      rootAccepts={rootAccepts}
      onRename={(row, title) => acts.rename(row.page, title)}
      canRename={() => mayEdit}
      onRowKey={onRowKey}
      empty={<p className="pts-empty faint">No pages yet</p>}
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
    <span className="i-faint line pts-mark" title="Hidden from navigation">
      <Icon of={EyeOff} size="s" />
      <span className="sr">, hidden from navigation</span>
    </span>
  )
}
