import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, FileDiff } from 'lucide-react'
import type { EditorView } from 'prosemirror-view'
import { type RefObject, useEffect } from 'react'
import { ApiError } from '#contract/client.ts'
import { changeLabel, useChangeSteps } from '../../../components/diff/use-change-steps.ts'
import { Button, IconButton } from '../../../components/ui/button.tsx'
import { baseOf, changeRequestQuery, pageQuery } from '../../../data/content.ts'
import { useLocalStorage } from '../../../hooks/use-local-storage.ts'
import { boolean } from '../../../lib/search-params.ts'
import styles from './changes-bar.module.css'
import { changeCount, showChangesSince } from './page-changes.ts'

type Props = {
  spaceId: string
  /** Number of the change request. */
  change: string
  pageId: string
  title: string
  view: EditorView
  pane: RefObject<HTMLElement | null>
}

/** Shows what the change request changed on this page, in the text itself. */
export function ChangesBar({ spaceId, change, pageId, title, view, pane }: Props) {
  const { session } = useRouteContext({ from: '/_app' })
  const [isOn, setIsOn] = useLocalStorage(`editor.changes.${session.user.id}`, boolean, false)
  const request = useQuery({ ...changeRequestQuery(spaceId, change), enabled: isOn })
  const revision = request.data && baseOf(request.data)
  const base = useQuery({
    ...pageQuery({ spaceId, revision }, pageId),
    enabled: isOn && revision !== undefined,
  })
  const error = request.error ?? (revision === undefined ? null : base.error)
  const before = revision !== undefined && base.data?.type === 'document' ? base.data : undefined
  const markdown = isOn ? before?.markdown : undefined
  useEffect(() => {
    showChangesSince(view, markdown ?? null)
  }, [view, markdown])
  const count = changeCount(view)
  const steps = useChangeSteps(pane)
  useEffect(() => steps.setCount(count ?? 0), [count])
  const label = error ? errorLabel(error) : changeLabel(steps.at, steps.count) || 'No changes'
  return (
    <div className={styles.bar}>
      {isOn && before !== undefined && before.title !== title && (
        <span className="meta truncate">
          Renamed from <del>{before.title}</del>
        </span>
      )}
      {isOn && (error !== null || count !== null) && (
        <span className="meta faint num nowrap" aria-live="polite">
          {label}
        </span>
      )}
      {isOn && steps.count > 0 && (
        <>
          <IconButton
            small
            className="btn-plain"
            icon={ArrowUp}
            label="Previous change"
            onClick={() => steps.go(-1)}
          />
          <IconButton
            small
            className="btn-plain"
            icon={ArrowDown}
            label="Next change"
            onClick={() => steps.go(1)}
          />
        </>
      )}
      <Button
        size="small"
        variant="outline"
        icon={FileDiff}
        aria-pressed={isOn}
        onClick={() => setIsOn(!isOn)}
      >
        Show changes
      </Button>
    </div>
  )
}

const errorLabel = (error: Error): string =>
  error instanceof ApiError && error.status === 404 ? 'The page is new' : 'Couldn’t load the changes'
