import { Users } from 'lucide-react'
import { useId, useState } from 'react'
import { useController } from 'react-hook-form'
import { useField } from '../../components/fields.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Field, FieldError } from '../../components/ui/field.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Checkbox, ChoiceLine, Select } from '../../components/ui/inputs.tsx'
import { Avatar } from '../../components/ui/marks.tsx'
import { olderReviewsLabel, ruleDescriptions, ruleTitles } from '../../data/merge-rules.ts'
import styles from './merge-rules.module.css'
import { ReviewersDialog } from './reviewers-dialog.tsx'
import {
  formatRuleValue,
  hasOutdated,
  hasReviewers,
  hasSettings,
  off,
  type RuleType,
  type RuleValue,
} from './values.ts'

const MAX_APPROVALS = 10
const counts = Array.from({ length: MAX_APPROVALS }, (_, index) => String(index + 1))

type Props = { type: RuleType; organizationId: string }

/** One rule as a switch, and the fields of the rule while it is on. */
export function RuleField({ type, organizationId }: Props) {
  const title = ruleTitles[type]
  const { error } = useField(type, title, (value) => formatRuleValue(type, value))
  const { field } = useController({ name: type })
  const id = useId()
  const value = field.value as RuleValue
  const change = (part: Partial<RuleValue>) => field.onChange({ ...value, ...part })
  return (
    <div className={styles.rule} role="group" aria-label={title}>
      <ChoiceLine
        control={
          <Checkbox
            name={type}
            checked={value.on}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? id : undefined}
            onBlur={field.onBlur}
            // A rule that is off has no settings, so turning it on and off again changes nothing.
            onChange={(event) => field.onChange(event.target.checked ? { ...off, on: true } : off)}
          />
        }
        help={ruleDescriptions[type]}
      >
        <b>{title}</b>
      </ChoiceLine>
      {value.on && hasSettings(type) && (
        <div className={styles.settings}>
          {type === 'require_at_least_one_approved_review' && (
            <CountField value={value.count} onChange={(count) => change({ count })} />
          )}
          {hasReviewers(type) && (
            <Reviewers title={title} organizationId={organizationId} value={value} onChange={change} />
          )}
          {hasOutdated(type) && (
            <ChoiceLine
              control={
                <Checkbox
                  checked={value.countOutdated}
                  onChange={(event) => change({ countOutdated: event.target.checked })}
                />
              }
            >
              {olderReviewsLabel}
            </ChoiceLine>
          )}
          {error && <FieldError id={id}>{error}</FieldError>}
        </div>
      )}
    </div>
  )
}

const CountField = ({ value, onChange }: { value: number; onChange: (count: number) => void }) => (
  <div className={styles.count}>
    <Field label="Number of approvals">
      {(tied) => (
        <Select
          {...tied}
          value={String(value)}
          choices={counts.map((count) => ({ value: count, label: count }))}
          onChange={(event) => onChange(Number(event.target.value))}
        />
      )}
    </Field>
  </div>
)

type ReviewersProps = {
  title: string
  organizationId: string
  value: RuleValue
  onChange: (chosen: Pick<RuleValue, 'users' | 'teams'>) => void
}

/** The people and teams of a rule, and the button that changes them. */
function Reviewers({ title, organizationId, value, onChange }: ReviewersProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { users, teams } = value
  return (
    <div className={styles.reviewers}>
      {users.map(({ id, name }) => (
        <span key={id} className={styles.chip}>
          <Avatar id={id} name={name} />
          <span className="truncate">{name}</span>
        </span>
      ))}
      {teams.map(({ id, name }) => (
        <span key={id} className={styles.chip}>
          <Icon of={Users} size="s" />
          <span className="truncate">{name}</span>
        </span>
      ))}
      <Button variant="outline" size="small" onClick={() => setIsOpen(true)}>
        {users.length + teams.length === 0 ? 'Choose people and teams' : 'Change'}
      </Button>
      {isOpen && (
        <ReviewersDialog
          title={title}
          organizationId={organizationId}
          value={value}
          onClose={() => setIsOpen(false)}
          onChange={onChange}
        />
      )}
    </div>
  )
}
