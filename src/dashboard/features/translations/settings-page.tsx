import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Languages, Pencil, Plus, Trash2 } from 'lucide-react'
import type { Organization } from '#contract/organizations.ts'
import type { TranslationSettings } from '#contract/translations.ts'
import { PagedList, pagesOf } from '../../components/paged-list.tsx'
import { SettingsHeader } from '../../components/settings-header.tsx'
import { Button } from '../../components/ui/button.tsx'
import { MenuItem, MenuSeparator } from '../../components/ui/menu.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useActions } from '../../hooks/use-actions.ts'
import { pluralize } from '../../lib/labels.ts'
import { languageName } from '../../lib/languages.ts'
import { useDeleteSettings } from './mutations.ts'
import { oneSettingsQuery, settingsQuery } from './queries.ts'
import type { SettingsSearch } from './search-params.ts'
import { EditSettingsDialog, NewSettingsDialog } from './settings-dialogs.tsx'
import styles from './translations.module.css'

type Props = {
  organization: Organization
  search: SettingsSearch
  onSearch: (search: SettingsSearch) => void
}

const columns = [
  { head: 'Settings' },
  { head: 'Languages', className: 'wide' },
  { head: 'Updated', className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

/** The translation settings of an organization. */
export function SettingsPage({ organization, search, onSearch }: Props) {
  const pages = pagesOf(useSuspenseInfiniteQuery(settingsQuery(organization.id)))
  const canEdit = organization.permissions.createContent
  const remove = useDeleteSettings(organization.id)
  const onNew = () => onSearch({ dialog: 'new' })
  const close = () => onSearch({})
  const open = ({ id }: TranslationSettings) => onSearch({ settings: id })
  useActions(
    canEdit
      ? [{ id: 'settings', label: 'New translation settings', icon: Languages, keys: 'c', run: onNew }]
      : [],
  )
  return (
    <>
      <SettingsHeader
        organization={organization}
        part="Translations"
        actions={
          canEdit && (
            <Button variant="primary" icon={Plus} onClick={onNew}>
              New translation settings
            </Button>
          )
        }
      />
      <div className="scroll">
        <PagedList<TranslationSettings>
          {...pages}
          label="Translation settings"
          className={styles.settings}
          columns={columns}
          titleOf={({ title }) => title}
          {...(canEdit ? { onOpen: open } : {})}
          row={(settings) => <SettingsCells settings={settings} onOpen={canEdit ? open : undefined} />}
          menu={
            canEdit
              ? (settings) => (
                  <>
                    <MenuItem icon={Pencil} onSelect={() => open(settings)}>
                      Edit…
                    </MenuItem>
                    <MenuSeparator />
                    <MenuItem icon={Trash2} danger onSelect={() => remove(settings)}>
                      Delete
                    </MenuItem>
                  </>
                )
              : undefined
          }
          empty={<NoSettings onNew={canEdit ? onNew : undefined} />}
        />
      </div>
      {canEdit && search.dialog === 'new' && (
        <NewSettingsDialog organizationId={organization.id} onClose={close} />
      )}
      {canEdit && search.settings !== undefined && (
        <OpenSettings organizationId={organization.id} id={search.settings} onClose={close} />
      )}
    </>
  )
}

type OpenProps = { organizationId: string; id: string; onClose: () => void }

/** The settings that the address names, if they still exist. */
function OpenSettings({ organizationId, id, onClose }: OpenProps) {
  const { data: settings } = useQuery({ ...oneSettingsQuery(organizationId, id), retry: false })
  return settings ? <EditSettingsDialog {...{ organizationId, settings, onClose }} /> : null
}

type CellsProps = {
  settings: TranslationSettings
  onOpen: ((settings: TranslationSettings) => void) | undefined
}

const SettingsCells = ({ settings, onOpen }: CellsProps) => (
  <>
    <div className="cell" role="gridcell">
      <span className={styles.pair}>
        {onOpen ? (
          <button
            type="button"
            tabIndex={-1}
            className="title name truncate"
            onClick={() => onOpen(settings)}
          >
            {settings.title}
          </button>
        ) : (
          <span className="title name truncate">{settings.title}</span>
        )}
        <span className="narrow meta faint truncate">{pluralize(settings.languages.length, 'language')}</span>
      </span>
    </div>
    <div className="cell wide soft" role="gridcell">
      <span className="truncate" title={namesOf(settings)}>
        {settings.languages.length === 0 ? 'None' : namesOf(settings)}
      </span>
    </div>
    <div className="cell wide soft num" role="gridcell">
      <Time at={settings.updatedAt} />
    </div>
  </>
)

const namesOf = ({ languages }: TranslationSettings): string => languages.map(languageName).join(', ')

const NoSettings = ({ onNew }: { onNew: (() => void) | undefined }) => (
  <Empty
    title="No translation settings yet"
    actions={
      onNew && (
        <Button variant="outline" icon={Plus} onClick={onNew}>
          New translation settings
        </Button>
      )
    }
  >
    Translation settings list the languages that a set of spaces is translated into.
    {!onNew && ' To create them, you need the Create or Admin role.'}
  </Empty>
)
