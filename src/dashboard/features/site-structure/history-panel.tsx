import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ArrowLeft, CircleAlert, X } from 'lucide-react'
import { useState } from 'react'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { SiteHistoryEntry, SiteHistoryView } from '#contract/site-history.ts'
import { confirm } from '../../components/confirm.tsx'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { formatExact, Time } from '../../components/ui/time.tsx'
import { itemsOf } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toast.ts'
import { AddressList } from './address-changes.tsx'
import { ChangeDescription, changeIcon, changeLabel, missingReasons } from './labels.tsx'
import planStyles from './plan.module.css'
import { useRestoreHistory } from './plan-mutations.ts'
import { entryQuery, historyQuery } from './queries.ts'
import styles from './structure.module.css'

type Props = {
  params: SiteParams
  /** The id of the entry to show; `list` for all of them. */
  entryId: string
  onEntry: (entryId: string) => void
  onClose: () => void
}

/** The history of the structure, newest first. Each entry can be previewed and restored. */
export const HistoryPanel = (props: Props) => (
  <section className={clsx(styles.panel, planStyles.root)} aria-label="History">
    {props.entryId === 'list' ? <Entries {...props} /> : <Entry key={props.entryId} {...props} />}
  </section>
)

function Entries({ params, onEntry, onClose }: Props) {
  const pages = useInfiniteQuery(historyQuery(params))
  const entries = itemsOf(pages.data)
  return (
    <>
      <div className="pane-head">
        <h2>History</h2>
        <span className="grow" />
        <IconButton small tip={false} icon={X} label={labels.close} className="btn-plain" onClick={onClose} />
      </div>
      <div className={planStyles.body}>
        {pages.isPending && <ListSkeleton />}
        {pages.isError && (
          <Failed
            title="Couldn’t load the history"
            reason={errorMessage(pages.error)}
            onRetry={() => void pages.refetch()}
          />
        )}
        <ol className={planStyles.entries}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <button type="button" className={planStyles.entry} onClick={() => onEntry(entry.id)}>
                <span className={planStyles.entryHead}>
                  <span className="name">{titleOfEntry(entry)}</span>
                  {entry.current && <span className="faint meta">current</span>}
                </span>
                <Summary entry={entry} />
                <span className="faint meta">
                  {entry.by?.displayName ?? 'Lectern'}, <Time ago at={entry.at} />
                </span>
              </button>
            </li>
          ))}
        </ol>
        {pages.hasNextPage && (
          <Button size="small" onClick={() => void pages.fetchNextPage()}>
            Show earlier entries
          </Button>
        )}
      </div>
    </>
  )
}

const kinds: Readonly<Record<SiteHistoryEntry['kind'], string>> = {
  start: 'History started',
  edit: 'Edited',
  plan: 'Published a plan',
  restore: 'Restored',
  trash: 'Moved spaces to the trash',
}

function titleOfEntry({ kind, changeCount }: SiteHistoryEntry): string {
  if (kind === 'start' || changeCount === 0) return kinds[kind]
  return `${kinds[kind]}, ${pluralize(changeCount, 'change')}`
}

const shown = 3

function Summary({ entry: { changes, changeCount, restored } }: { entry: SiteHistoryEntry }) {
  return (
    <>
      {restored && <span className="soft">The structure of {formatExact(new Date(restored.at))}</span>}
      {changes.slice(0, shown).map((change, at) => (
        <span className="soft" key={at}>
          <ChangeDescription change={change} />
        </span>
      ))}
      {changeCount > shown && <span className="faint meta">and {changeCount - shown} more</span>}
    </>
  )
}

function Entry({ params, entryId, onEntry, onClose }: Props) {
  const { data: entry, error, refetch } = useQuery(entryQuery(params, entryId))
  const [redirect, setRedirect] = useState(true)
  const restoring = useRestoreHistory(params)
  const confirmAndRestore = async (view: SiteHistoryView) => {
    if (!(await confirm(confirmation(view)))) return
    try {
      const restored = await restoring.restore({ entryId: view.id, redirect, live: view.live.fingerprint })
      onEntry('list')
      offerUndo('Restored the structure', () => void restoring.restoreBefore(restored))
    } catch (refusal) {
      void refetch()
      toast.refused('Couldn’t restore the structure', { reason: errorMessage(refusal) })
    }
  }
  return (
    <>
      <div className="pane-head">
        <IconButton
          small
          tip={false}
          icon={ArrowLeft}
          label="All history"
          className="btn-plain"
          onClick={() => onEntry('list')}
        />
        <h2>{entry ? formatExact(new Date(entry.at)) : 'History'}</h2>
        <span className="grow" />
        <IconButton small tip={false} icon={X} label={labels.close} className="btn-plain" onClick={onClose} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
      <div className={planStyles.body} tabIndex={0} role="region" aria-label="Changes if you restore this">
        {!entry && !error && <ListSkeleton />}
        {error && (
          <Failed
            title="Couldn’t load this entry"
            reason={errorMessage(error)}
            onRetry={() => void refetch()}
          />
        )}
        {entry && (
          <>
            <p className={clsx(planStyles.none, 'soft')}>
              {entry.kind === 'start'
                ? 'The structure when the history started.'
                : `${entry.by?.displayName ?? 'Lectern'} changed it.`}{' '}
              The tree shows the site as it would be.
            </p>
            {entry.changes.length > 0 ? (
              <ol className={planStyles.steps}>
                {entry.changes.map((change, at) => (
                  <li key={at}>
                    <Icon of={changeIcon(change)} size="s" />
                    <p>
                      <ChangeDescription change={change} />
                    </p>
                  </li>
                ))}
              </ol>
            ) : (
              <p className={planStyles.note}>The site already has this structure.</p>
            )}
            {entry.missing.map((item) => (
              <p className={clsx(planStyles.note, 'is-obstacle')} key={item.id}>
                <Icon of={CircleAlert} size="s" />
                <span>
                  <b>{item.title || labels.untitled}</b> can’t be restored: {missingReasons[item.reason]}
                </span>
              </p>
            ))}
            <AddressList
              addresses={entry.addresses}
              redirect={redirect}
              onRedirect={setRedirect}
              redirectsLink={(text) => (
                <Link className="link" to={paths.sitePart(params.organizationId, params.siteId, 'redirects')}>
                  {text}
                </Link>
              )}
            />
          </>
        )}
      </div>
      {entry && (
        <div className={styles.panelFoot}>
          <Button
            variant="primary"
            size="form"
            aria-busy={restoring.isPending}
            disabledReason={entry.restorable ? undefined : 'Nothing to restore'}
            onClick={() => !restoring.isPending && void confirmAndRestore(entry)}
          >
            Restore this structure
          </Button>
        </div>
      )}
    </>
  )
}

function confirmation({ at, changes, missing }: SiteHistoryView) {
  const named = changes.slice(0, 4).map(changeLabel)
  const more = changes.length - named.length
  const left = missing.length === 0 ? '' : ` ${pluralize(missing.length, 'part')} can’t be restored.`
  return {
    title: `Restore the structure of ${formatExact(new Date(at))}?`,
    description: `Visitors see it right away: ${named.join(', ')}${more > 0 ? ` and ${pluralize(more, 'more change')}` : ''}.${left}`,
    action: 'Restore this structure',
  }
}
