import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Space } from '#contract/spaces.ts'
import { Icon } from '../../components/ui/icon.tsx'
import { NoPermission } from '../../components/ui/states.tsx'
import { refresh } from '../../lib/query-client.ts'
import { words } from '../../lib/words.ts'
import { ImportHistory } from './import-history.tsx'
import { runsQuery } from './import-queries.ts'
import { isActive } from './run-words.ts'
import { RunningImport } from './running-import.tsx'
import { SourceForm } from './source-form.tsx'
import './imports.css'

type Props = { space: Space; open: string | undefined; onOpen: (id: string | undefined) => void }

/** Bringing pages in: from where, what is on its way, and what has been. */
export function ImportView({ space, open, onOpen }: Props) {
  const { data } = useSuspenseQuery(runsQuery(space))
  const running = data.items.filter(isActive)
  const over = data.items.filter((run) => !isActive(run))
  useNews(
    running.map(({ id }) => id),
    over.map(({ id }) => id),
    onOpen,
  )
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
      {space.editMode === 'locked' ? (
        <p className="im-locked">
          <Icon of={Lock} size="s" />
          The space is locked, so nothing can be imported into it now.
        </p>
      ) : (
        <SourceForm space={space} />
      )}
      {over.length > 0 && <ImportHistory runs={over} open={open} onOpen={onOpen} />}
    </div>
  )
}

/** When a run seen on its way is over, its report opens and everything it has changed is read again. */
function useNews(running: readonly string[], over: readonly string[], onOpen: Props['onOpen']): void {
  const client = useQueryClient()
  const watched = useRef<ReadonlySet<string>>(new Set())
  const news = over.find((id) => watched.current.has(id))
  const names = running.join(' ')
  useEffect(() => {
    watched.current = new Set(names === '' ? [] : names.split(' '))
    if (news === undefined) return
    onOpen(news)
    void refresh(client, 'imports')
  }, [names, news, client, onOpen])
}
