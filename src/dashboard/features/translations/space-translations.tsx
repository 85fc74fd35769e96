import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Languages, Plus, Unlink } from 'lucide-react'
import type { SpaceTranslation } from '#contract/space-translations.ts'
import type { Space } from '#contract/spaces.ts'
import { PagedList } from '../../components/paged-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Empty, Failed } from '../../components/ui/states.tsx'
import { errorMessage } from '../../data/query-client.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { languageName } from '../../lib/languages.ts'
import { paths } from '../../lib/paths.ts'
import { progressLabel } from './labels.ts'
import { useUnlinkTranslation } from './mutations.ts'
import { NewTranslationDialog } from './new-translation-dialog.tsx'
import { translationsQuery } from './queries.ts'
import type { PagesSearch } from './search-params.ts'
import styles from './translations.module.css'

type Props = { space: Space; search: PagesSearch; onSearch: (change: PagesSearch) => void }

type Row = SpaceTranslation & { readonly id: string }

const columns = [
  { head: 'Language' },
  { head: 'Space', className: 'wide' },
  { head: 'Progress' },
  { head: 'To do', className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

/** The translations of a space with their progress. */
export function SpaceTranslations({ space, search, onSearch }: Props) {
  const { data, error, refetch } = useQuery(translationsQuery(space.id))
  const unlink = useUnlinkTranslation()
  const canCreate = space.permissions.admin
  const onNew = () => onSearch({ dialog: 'new' })
  useActions(
    canCreate
      ? [{ id: 'translation', label: 'Add translation', icon: Languages, keys: 'c', run: onNew }]
      : [],
  )
  if (error)
    return (
      <Failed
        title="Couldn’t load the translations"
        reason={errorMessage(error)}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <ListSkeleton />
  const rows: Row[] = data.items.map((item) => ({ ...item, id: item.space.id }))
  return (
    <>
      {canCreate && rows.length > 0 && (
        <div className="toolbar">
          <span className="grow meta faint num" role="status">
            {pluralize(rows.length, 'translation')}
          </span>
          <Button variant="outline" icon={Plus} onClick={onNew}>
            Add translation
          </Button>
        </div>
      )}
      <div className="scroll">
        <PagedList<Row>
          label="Translations"
          items={rows}
          total={data.count}
          className={styles.translations}
          columns={columns}
          titleOf={({ language }) => languageName(language)}
          row={(row) => <TranslationCells row={row} />}
          menu={
            canCreate
              ? (row) => (
                  <MenuItem
                    icon={Unlink}
                    danger
                    onSelect={() => void unlink(row.space, space.title || labels.untitled)}
                  >
                    Unlink…
                  </MenuItem>
                )
              : undefined
          }
          empty={<NoTranslations onNew={canCreate ? onNew : undefined} />}
        />
      </div>
      {canCreate && search.dialog === 'new' && (
        <NewTranslationDialog
          space={space}
          taken={rows.map(({ language }) => language)}
          onClose={() => onSearch({})}
        />
      )}
    </>
  )
}

function TranslationCells({ row }: { row: Row }) {
  const { pages } = row
  const remaining = pages.outdated + pages.unconfirmed + pages.missing
  return (
    <>
      <div className="cell" role="gridcell">
        <Link className="title name truncate" tabIndex={-1} to={paths.translations(row.space.id)}>
          {languageName(row.language)}
        </Link>
      </div>
      <div className="cell wide soft" role="gridcell">
        <span className="truncate">{row.space.title || labels.untitled}</span>
      </div>
      <div className="cell" role="gridcell">
        <Progress translation={row} />
      </div>
      <div className="cell wide soft num" role="gridcell">
        <span className="truncate">{remaining === 0 ? 'None' : toDoOf(row)}</span>
      </div>
    </>
  )
}

/** How many pages are up to date, as a bar with words. */
export const Progress = ({ translation }: { translation: SpaceTranslation }) => (
  <span className={styles.progress}>
    <progress
      className="wide"
      max={Math.max(1, translation.pages.total)}
      value={translation.pages.upToDate}
      aria-hidden="true"
    />
    <span className="num">{progressLabel(translation)}</span>
  </span>
)

function toDoOf({ pages }: SpaceTranslation): string {
  const parts = [
    [pages.outdated, 'out of date'],
    [pages.unconfirmed, 'not confirmed'],
    [pages.missing, 'missing'],
  ] as const
  return parts.flatMap(([count, label]) => (count > 0 ? [`${count} ${label}`] : [])).join(', ')
}

const NoTranslations = ({ onNew }: { onNew: (() => void) | undefined }) => (
  <Empty
    title="No translations yet"
    actions={
      onNew && (
        <Button variant="outline" icon={Plus} onClick={onNew}>
          Add translation
        </Button>
      )
    }
  >
    A translation is a space with the same pages in another language. To use an existing space, link it to
    this one in its settings.
    {!onNew && ' To add one, you need the Create or Admin role in this space.'}
  </Empty>
)
