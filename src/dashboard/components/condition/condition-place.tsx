import styles from './condition.module.css'
import type { ConditionSyntaxError } from './condition-error.ts'

/** The text around a fault with the faulty part marked; a gap is marked where something is missing. */
export const ConditionErrorExcerpt = ({ of: { before, at, after } }: { of: ConditionSyntaxError }) => (
  <code className={styles.place} aria-hidden="true">
    {before}
    <mark>{at === '' ? '\u00a0' : at}</mark>
    {after}
  </code>
)
