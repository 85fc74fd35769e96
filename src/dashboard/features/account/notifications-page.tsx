import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { api } from '#contract/api.ts'
import { type EmailFrequency, type EmailPreferences, emailFrequencies } from '#contract/email-preferences.ts'
import type { NotificationReason } from '#contract/notifications.ts'
import { Button } from '../../components/ui/button.tsx'
import { type Choice, Select } from '../../components/ui/inputs.tsx'
import { Status } from '../../components/ui/marks.tsx'
import { useApi } from '../../data/api.ts'
import { toast } from '../../lib/toast.ts'
import { AccountHead } from './account-head.tsx'
import { frequencyLabels, reasonGroups } from './notification-labels.ts'
import s from './notifications-page.module.css'
import { emailPreferencesQuery } from './queries.ts'

/** How often the user gets notifications by email, by reason, and when the digest is sent. */
export const NotificationsPage = ({ userId, email }: { userId: string; email: string | undefined }) => {
  const { data: preferences } = useSuspenseQuery(emailPreferencesQuery(userId))
  return (
    <>
      <AccountHead part="Notifications" />
      <div className="scroll">
        <div className="settings">
          {preferences.undeliverable && (
            <Undeliverable userId={userId} email={email} error={preferences.undeliverable.error} />
          )}
          <Digest userId={userId} digest={preferences.digest} />
          {reasonGroups.map((group) => (
            <Reasons key={group.title} {...group} userId={userId} preferences={preferences} />
          ))}
        </div>
      </div>
    </>
  )
}

/** Saves right away and shows the result. */
function useSave(userId: string) {
  const client = useQueryClient()
  const update = useApi(api.emailPreferences.update, {
    meta: { refused: 'Couldn’t save your notification settings' },
    onSuccess: (saved) => client.setQueryData(emailPreferencesQuery(userId).queryKey, saved),
  })
  type Body = NonNullable<Parameters<typeof update.mutate>[0]['body']>
  return (body: Body) => update.mutate({ params: { userId }, body })
}

const frequencies: readonly Choice<EmailFrequency>[] = emailFrequencies.map((value) => ({
  value,
  label: frequencyLabels[value],
}))

type ReasonsProps = (typeof reasonGroups)[number] & { userId: string; preferences: EmailPreferences }

function Reasons({ title, reasons, userId, preferences }: ReasonsProps) {
  const save = useSave(userId)
  const heading = `notifications-${title.replaceAll(' ', '-').toLowerCase()}`
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <ul className={s.reasons}>
        {(Object.entries(reasons) as [NotificationReason, string][]).map(([reason, label]) => (
          <li key={reason}>
            <label htmlFor={`email-${reason}`}>{label}</label>
            <Select
              id={`email-${reason}`}
              value={preferences.frequencies[reason]}
              choices={frequencies}
              onChange={({ target }) => save({ frequencies: { [reason]: target.value as EmailFrequency } })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const hours: readonly Choice[] = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

function Digest({ userId, digest }: { userId: string; digest: EmailPreferences['digest'] }) {
  const save = useSave(userId)
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = [...new Set([digest.timeZone, own, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  return (
    <section aria-labelledby="notifications-email">
      <h2 id="notifications-email">Email</h2>
      <p className="meta">
        Everything is in your inbox. Choose what you also get by email: immediately, once a day, or never.
      </p>
      <div className={s.digest}>
        <label htmlFor="digest-hour">Send the daily digest at</label>
        <Select
          id="digest-hour"
          value={String(digest.hour)}
          choices={hours}
          onChange={({ target }) => save({ digest: { hour: Number(target.value) } })}
        />
        <Select
          aria-label="Time zone"
          value={digest.timeZone}
          choices={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
          onChange={({ target }) => save({ digest: { timeZone: target.value } })}
        />
      </div>
    </section>
  )
}

type UndeliverableProps = { userId: string; email: string | undefined; error: string }

function Undeliverable({ userId, email, error }: UndeliverableProps) {
  const client = useQueryClient()
  const retry = useApi(api.emailPreferences.retry, {
    meta: { refused: 'Couldn’t try your address again' },
    onSuccess: (saved) => {
      client.setQueryData(emailPreferencesQuery(userId).queryKey, saved)
      toast.done('The next notifications are sent to your address again')
    },
  })
  return (
    <section className="section-action" aria-label="Address rejected">
      <div>
        <p className="line">
          {email}
          <Status icon={CircleAlert} tone="warning">
            Not deliverable
          </Status>
        </p>
        <p className="meta">
          The mail server rejected your address, so you get no notifications by email. {error}
        </p>
      </div>
      <Button
        variant="outline"
        aria-busy={retry.isPending}
        onClick={() => retry.mutate({ params: { userId } })}
      >
        Try again
      </Button>
    </section>
  )
}
