import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx'
import { formatExact } from '../../components/ui/time.tsx'
import styles from './inbox.module.css'
import { morningOf, snoozeTimes } from './snooze-times.ts'

type Props = { title: string; onSnooze: (until: Date) => void; onClose: () => void }

/** Until when something is out of the inbox. */
export function SnoozeDialog({ title, onSnooze, onClose }: Props) {
  const [now] = useState(() => new Date())
  const [day, setDay] = useState('')
  const date = day === '' ? undefined : morningOf(day)
  const isFuture = date !== undefined && date > now
  return (
    <Dialog title={`Snooze ${title}`} description="It returns to your inbox then." onClose={onClose}>
      <DialogBody>
        <ul className={styles.times}>
          {snoozeTimes(now).map(({ label, at }) => (
            <li key={label}>
              <button type="button" className={styles.time} onClick={() => onSnooze(at)}>
                <span>{label}</span>
                <span className="faint num">{formatExact(at)}</span>
              </button>
            </li>
          ))}
        </ul>
        <div className={styles.date}>
          <label className="label" htmlFor="snooze-date">
            On a date
          </label>
          <div className={styles.pick}>
            <input
              id="snooze-date"
              className="input"
              type="date"
              value={day}
              min={dayAfter(now, 1)}
              max={dayAfter(now, 365)}
              onChange={({ target }) => setDay(target.value)}
            />
            <Button
              variant="outline"
              size="form"
              disabledReason={isFuture ? undefined : 'Choose a day in the future'}
              onClick={() => date && onSnooze(date)}
            >
              Snooze
            </Button>
          </div>
        </div>
      </DialogBody>
    </Dialog>
  )
}

const dayAfter = (now: Date, days: number): string => {
  const day = new Date(now.getTime() + days * 86_400_000)
  return `${day.getFullYear()}-${`${day.getMonth() + 1}`.padStart(2, '0')}-${`${day.getDate()}`.padStart(2, '0')}`
}
