import styles from './condition.module.css'
import type { Fault } from './condition-fault.ts'

/** The text around a fault with the faulty part marked; a gap is marked where something is missing. */
export const ConditionPlace = ({ of: { before, at, after } }: { of: Fault }) => (
  <code className={styles.place} aria-hidden="true">
    {before}
    <mark>{at === '' ? '\u00a0' : at}</mark>
    {after}
  </code>
)
