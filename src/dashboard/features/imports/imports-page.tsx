import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { api } from '#contract/api.ts'
import type { ImportRun } from '#contract/imports.ts'
import type { Space } from '#contract/spaces.ts'
import { AskForAccess } from '../../components/ask-for-access/ask-for-access.tsx'
import { Button } from '../../components/ui/button.tsx'
import { NoPermission } from '../../components/ui/states.tsx'
import { spaceSubject } from '../../data/access.ts'
import { useApi } from '../../data/api.ts'
import { invalidateResource } from '../../data/freshness.ts'
import { labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { FilesSource } from './files-source.tsx'
import { ImportHistory } from './import-history.tsx'
import { ImportTarget, initialTarget, type Target } from './import-target.tsx'
import styles from './imports.module.css'
import { isActive, progressFraction, progressLabel, sourceLabel } from './labels.ts'
import { isRepeatable, useRepeatImport, useStartImport } from './mutations.ts'
import { importRunsQuery, type SourceKind } from './queries.ts'
import { type GitDraft, GitSourceForm, SourceTabs, WebsiteSource } from './source-forms.tsx'

type Props = {
  space: Space
  from: SourceKind
  open: string | undefined
  onOpen: (id: string | undefined) => void
  onFrom: (from: SourceKind) => void
}

/** A new import, running imports and finished ones. */
export function ImportsPage({ space, from, open, onOpen, onFrom }: Props) {
  const { data } = useSuspenseQuery(importRunsQuery(space))
  const running = data.items.filter(isActive)
  const finishedRuns = data.items.filter((run) => !isActive(run))
  const watch = useFinishedImports(
    running.map(({ id }) => id),
    finishedRuns.map(({ id }) => id),
    { spaceId: space.id, onOpen },
  )
  const repeat = useRepeatImport(space)
  const [draft, setDraft] = useState<GitDraft>()
  const onRepeat = (run: ImportRun) => {
    if (isRepeatable(run)) return repeat.mutate(run, { onSuccess: ({ id }) => watch(id) })
    // The server doesn’t store the password of a repository, so the user enters it again.
    if (run.source.type === 'git') setDraft(run.source)
    onFrom('git')
  }
  if (!space.permissions.edit) {
    return (
      <NoPermission
        title="You can’t import here"
        actions={<AskForAccess subject={spaceSubject(space)} needed="edit" />}
      >
        You need the Edit role in {labels.quoted(space.title || labels.untitled)}.
      </NoPermission>
    )
  }
  return (
    <div className={clsx('scroll', styles.root)}>
      {running.map((run) => (
        <RunningImport key={run.id} run={run} organizationId={space.organization} />
      ))}
      <NewImport space={space} from={from} draft={draft} onStarted={watch} />
      {finishedRuns.length > 0 && (
        <ImportHistory
          runs={finishedRuns}
          open={open}
          onOpen={onOpen}
          organizationId={space.organization}
          onRepeat={onRepeat}
        />
      )}
    </div>
  )
}

type NewProps = {
  space: Space
  from: SourceKind
  draft: GitDraft | undefined
  onStarted: (id: string) => void
}

/** Source and target of a new import. */
function NewImport({ space, from, draft, onStarted }: NewProps) {
  const [target, setTarget] = useState<Target>(() => initialTarget(space))
  const { website, git, files, progress } = useStartImport(space, { target, onStarted })
  return (
    <div className={styles.new}>
      <SourceTabs spaceId={space.id} from={from} />
      <ImportTarget space={space} target={target} onTarget={setTarget} />
      {(from === 'files' || from === 'word') && (
        <FilesSource key={from} kind={from} upload={files} progress={progress} />
      )}
      {from === 'website' && <WebsiteSource mutation={website} />}
      {from === 'git' && <GitSourceForm key={draft?.url} mutation={git} draft={draft} />}
    </div>
  )
}

/**
 * Opens the report of an import started or watched here when it finishes, and refetches what it changed. Returns a
 * function that watches another import.
 */
function useFinishedImports(
  running: readonly string[],
  finishedRuns: readonly string[],
  { spaceId, onOpen }: { readonly spaceId: string; readonly onOpen: Props['onOpen'] },
) {
  const client = useQueryClient()
  const watched = useRef(new Set<string>())
  const finished = finishedRuns.find((id) => watched.current.has(id))
  const names = running.join(' ')
  useEffect(() => {
    for (const id of names === '' ? [] : names.split(' ')) watched.current.add(id)
    if (finished === undefined) return
    watched.current.delete(finished)
    onOpen(finished)
    void invalidateResource(client, 'imports')
    // The pages may be opened before the change event arrives.
    void invalidateResource(client, 'spaceContent', { params: { spaceId } })
  }, [names, finished, client, spaceId, onOpen])
  return (id: string) => void watched.current.add(id)
}

type RunningImportProps = { run: ImportRun; organizationId: string }

/** Progress of a running import, with a cancel button. */
function RunningImport({ run, organizationId }: RunningImportProps) {
  const cancel = useApi(api.imports.cancel, {
    meta: { refused: 'Couldn’t cancel the import' },
    onSuccess: () => void toast.done(`Canceled the import of ${sourceLabel(run)}`),
  })
  const fraction = progressFraction(run)
  return (
    <section className={styles.run} aria-label={`Importing ${sourceLabel(run)}`}>
      <div className={styles.runHead}>
        <h2 className={clsx(styles.head, 'truncate')}>Importing {sourceLabel(run)}</h2>
        <span className="grow" />
        <Button
          variant="outline"
          aria-busy={cancel.isPending}
          onClick={() => cancel.mutate({ params: { organizationId, importRunId: run.id } })}
        >
          Cancel import
        </Button>
      </div>
      <progress
        className={styles.bar}
        aria-label="Progress"
        {...(fraction === null ? {} : { value: fraction, max: 1 })}
      />
      <p className="meta soft num" role="status">
        {progressLabel(run)}
      </p>
      <p className="meta faint">You can leave this page. The import continues.</p>
    </section>
  )
}
