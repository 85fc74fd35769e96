import { api } from '#contract/api.ts'
import type { SystemJob, UndeliveredEmail } from '#contract/system.ts'
import { confirm } from '../../components/confirm.tsx'
import { useApi } from '../../data/api.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { jobLabel } from './labels.ts'

/** The actions of background jobs. */
export function useJobActions() {
  const retrying = useApi(api.systems.retryJob, { meta: { refused: 'Couldn’t retry the job' } })
  const retryingAll = useApi(api.systems.retryFailedJobs, { meta: { refused: 'Couldn’t retry the jobs' } })
  const deleting = useApi(api.systems.deleteJob, { meta: { refused: 'Couldn’t delete the job' } })
  const retry = ({ id, name }: SystemJob) =>
    retrying.mutate(
      { params: { jobId: id } },
      { onSuccess: () => void toast.done(`Retrying ${labels.quoted(jobLabel(name))}`) },
    )
  const retryAll = () =>
    retryingAll.mutate(
      {},
      { onSuccess: ({ retried }) => void toast.done(`Retrying ${pluralize(retried, 'job')}`) },
    )
  const remove = async ({ id, name }: SystemJob, onDeleted?: () => void) => {
    const isSure = await confirm({
      title: `Delete the job ${labels.quoted(jobLabel(name))}?`,
      description: 'It won’t run. This can’t be undone.',
      action: 'Delete job',
      cancel: labels.cancel,
      danger: true,
    })
    if (!isSure) return
    deleting.mutate(
      { params: { jobId: id } },
      {
        onSuccess: () => {
          toast.done('Deleted the job')
          onDeleted?.()
        },
      },
    )
  }
  return { retry, retryAll, remove, isRetryingAll: retryingAll.isPending }
}

/** The actions of undelivered emails. */
export function useEmailActions() {
  const sending = useApi(api.systems.retryEmail, { meta: { refused: 'Couldn’t send the email' } })
  const deleting = useApi(api.systems.deleteEmail, { meta: { refused: 'Couldn’t delete the email' } })
  const send = ({ id, to }: UndeliveredEmail) =>
    sending.mutate(
      { params: { emailId: id } },
      { onSuccess: () => void toast.done(to ? `Sending to ${to} again` : 'Sending the email again') },
    )
  const remove = async ({ id, to }: UndeliveredEmail) => {
    const isSure = await confirm({
      title: `Delete the email${to ? ` to ${to}` : ''}?`,
      description: 'It won’t be sent. This can’t be undone.',
      action: 'Delete email',
      cancel: labels.cancel,
      danger: true,
    })
    if (isSure)
      deleting.mutate({ params: { emailId: id } }, { onSuccess: () => void toast.done('Deleted the email') })
  }
  return { send, remove }
}

/** Starts a backup. */
export function useBackUp() {
  const starting = useApi(api.backups.create, { meta: { refused: 'Couldn’t start the backup' } })
  const backUp = () => starting.mutate({}, { onSuccess: () => void toast.done('The backup has started') })
  return { backUp, isStarting: starting.isPending }
}
