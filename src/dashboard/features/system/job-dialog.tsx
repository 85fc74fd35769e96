import { RotateCw, Trash2 } from 'lucide-react'
import type { SystemJob } from '#contract/system.ts'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { DotStatus } from '../../components/ui/marks.tsx'
import { formatExact } from '../../components/ui/time.tsx'
import { jobLabel, jobStatusLabels } from './labels.ts'
import type { useJobActions } from './mutations.ts'
import styles from './system.module.css'

type Props = { job: SystemJob; actions: ReturnType<typeof useJobActions>; onClose: () => void }

/** The last error of a job and what it is about. */
export function JobDialog({ job, actions, onClose }: Props) {
  const { label, tone } = jobStatusLabels[job.status]
  const retry = () => {
    actions.retry(job)
    onClose()
  }
  return (
    <Dialog
      title={jobLabel(job.name)}
      description={<span className="mono">{job.name}</span>}
      onClose={onClose}
    >
      <DialogBody>
        <dl className="facts">
          <div>
            <dt>State</dt>
            <dd>
              <DotStatus {...(tone ? { tone } : {})}>{label}</DotStatus>
            </dd>
          </div>
          <div>
            <dt>Attempts</dt>
            <dd className="num">
              {job.attempts} of {job.maxAttempts}
            </dd>
          </div>
          <div>
            <dt>{job.status === 'failed' ? 'Last attempt' : 'Next attempt'}</dt>
            <dd className="num">{formatExact(new Date(job.runAt))}</dd>
          </div>
        </dl>
        {job.lastError && <Text id="job-error" title="Last error" text={job.lastError} />}
        <Text id="job-payload" title="Payload" text={JSON.stringify(job.payload, null, 2)} />
      </DialogBody>
      <DialogFoot>
        {job.status !== 'running' && (
          <>
            <Button size="form" icon={Trash2} onClick={() => void actions.remove(job, onClose)}>
              Delete
            </Button>
            <Button size="form" icon={RotateCw} onClick={retry}>
              {job.status === 'waiting' ? 'Run now' : 'Retry'}
            </Button>
          </>
        )}
        <Button variant="primary" size="form" onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const Text = ({ id, title, text }: { id: string; title: string; text: string }) => (
  <section className={styles.section} aria-labelledby={id}>
    <h3 id={id}>{title}</h3>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard. */}
    <pre className={styles.text} tabIndex={0}>
      {text}
    </pre>
  </section>
)
