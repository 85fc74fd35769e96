import { api } from '#contract/api.ts'
import type { ImportRun } from '#contract/imports.ts'
import { Button } from '../../components/ui/button.tsx'
import { useApi } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { partDone, progressOf, sourceOf } from './run-words.ts'

type Props = { run: ImportRun; organizationId: string }

/** An import on its way: what it is at, how far it is, and the way to stop it. */
export function RunningImport({ run, organizationId }: Props) {
  const cancel = useApi(api.imports.cancel, {
    meta: { refused: 'The import was not stopped' },
    onSuccess: () => void toast.done(`Stopped importing ${sourceOf(run)}`),
  })
  const part = partDone(run)
  return (
    <section className="im-run" aria-label={`Importing ${sourceOf(run)}`}>
      <div className="im-run-head">
        <h2 className="im-head truncate">Importing {sourceOf(run)}</h2>
        <span className="grow" />
        <Button
          look="line"
          aria-busy={cancel.isPending}
          onClick={() => cancel.mutate({ params: { organizationId, importRunId: run.id } })}
        >
          Cancel import
        </Button>
      </div>
      <progress
        className="im-bar"
        aria-label="Progress"
        {...(part === null ? {} : { value: part, max: 1 })}
      />
      <p className="meta soft num" role="status">
        {progressOf(run)}
      </p>
      <p className="meta faint">It goes on when you leave this page.</p>
    </section>
  )
}
