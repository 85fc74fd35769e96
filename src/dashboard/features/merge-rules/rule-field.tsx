import { useId } from 'react'
import { useController } from 'react-hook-form'
import { useField } from '../../components/fields.tsx'
import { Field, FieldError } from '../../components/ui/field.tsx'
import { Checkbox, ChoiceLine, Select } from '../../components/ui/inputs.tsx'
import { olderReviewsLabel, ruleDescriptions, ruleTitles } from '../../data/merge-rules.ts'
import styles from './merge-rules.module.css'
import { PathOwners } from './path-owners.tsx'
import { Reviewers } from './reviewers.tsx'
import {
  emptyOwners,
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
            onChange={(event) => field.onChange(event.target.checked ? enabled(type) : off)}
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
          {type === 'require_path_owners' && (
            <PathOwners
              organizationId={organizationId}
              owners={value.owners}
              onChange={(owners) => change({ owners })}
            />
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

/** A rule as it is turned on; the one about paths asks for the first. */
const enabled = (type: RuleType): RuleValue => ({
  ...off,
  on: true,
  owners: type === 'require_path_owners' ? [emptyOwners] : [],
})

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
