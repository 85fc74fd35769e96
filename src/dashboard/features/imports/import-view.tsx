import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ImportRun } from '#contract/imports.ts'
import type { Space } from '#contract/spaces.ts'
import { NoPermission } from '../../components/ui/states.tsx'
import { refresh } from '../../lib/query-client.ts'
import { words } from '../../lib/words.ts'
import { FilesSource } from './files-source.tsx'
import { ImportHistory } from './import-history.tsx'
import { runsQuery } from './import-queries.ts'
import { firstTarget, ImportTarget, type Target } from './import-target.tsx'
import { isActive } from './run-words.ts'
import { RunningImport } from './running-import.tsx'
import { type GitDraft, GitSourceForm, WebsiteSource } from './source-form.tsx'
import { type SourceKind, SourceTabs } from './source-tabs.tsx'
import { isRepeatable, useAgain, useImporting } from './use-importing.ts'
import './imports.css'

type Props = {
  space: Space
  from: SourceKind
  open: string | undefined
  onOpen: (id: string | undefined) => void
  onFrom: (from: SourceKind) => void
}

/** Bringing pages in: from where, what is on its way, and what has been. */
export function ImportView({ space, from, open, onOpen, onFrom }: Props) {
  const { data } = useSuspenseQuery(runsQuery(space))
  const running = data.items.filter(isActive)
  const over = data.items.filter((run) => !isActive(run))
  const watch = useNews(
    running.map(({ id }) => id),
    over.map(({ id }) => id),
    onOpen,
  )
  const again = useAgain(space)
  const [draft, setDraft] = useState<GitDraft>()
  const onAgain = (run: ImportRun) => {
    if (isRepeatable(run)) return again.mutate(run, { onSuccess: ({ id }) => watch(id) })
    // What is not kept has to be given anew: the password of a repository, the bytes of files.
    if (run.source.type === 'git') setDraft(run.source)
    onFrom(run.source.type === 'git' ? 'git' : 'files')
  }
  if (!space.permissions.edit) {
    return (
      <NoPermission title="Nothing can be imported here by you">
        You need the role Edit in {words.quoted(space.title || words.untitled)}.
      </NoPermission>
    )
  }
  return (
    <div className="scroll im">
      {running.map((run) => (
        <RunningImport key={run.id} run={run} organizationId={space.organization} />
      ))}
      <NewImport space={space} from={from} draft={draft} onBegun={watch} />
      {over.length > 0 && (
        <ImportHistory
          runs={over}
          open={open}
          onOpen={onOpen}
          organizationId={space.organization}
          onAgain={onAgain}
        />
      )}
    </div>
  )
}

type NewProps = {
  space: Space
  from: SourceKind
  draft: GitDraft | undefined
  onBegun: (id: string) => void
}

/** From where, and into what. */
function NewImport({ space, from, draft, onBegun }: NewProps) {
  const [target, setTarget] = useState<Target>(() => firstTarget(space))
  const { website, git, files } = useImporting(space, { target, onBegun })
  return (
    <div className="im-new">
      <SourceTabs spaceId={space.id} from={from} />
      <ImportTarget space={space} target={target} onTarget={setTarget} />
      {(from === 'files' || from === 'word') && <FilesSource key={from} kind={from} sending={files} />}
      {from === 'website' && <WebsiteSource fetching={website} />}
      {from === 'git' && <GitSourceForm key={draft?.url} fetching={git} draft={draft} />}
    </div>
  )
}

/**
 * When a run that was begun here, or seen on its way, is over, its report opens and everything it has changed is read
 * again. Answers how to name a run to look out for.
 */
function useNews(running: readonly string[], over: readonly string[], onOpen: Props['onOpen']) {
  const client = useQueryClient()
  const watched = useRef(new Set<string>())
  const news = over.find((id) => watched.current.has(id))
  const names = running.join(' ')
  useEffect(() => {
    for (const id of names === '' ? [] : names.split(' ')) watched.current.add(id)
    if (news === undefined) return
    watched.current.delete(news)
    onOpen(news)
    void refresh(client, 'imports')
  }, [names, news, client, onOpen])
  return (id: string) => void watched.current.add(id)
}
