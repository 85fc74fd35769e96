import { Users } from 'lucide-react'
import styles from './team-mark.module.css'
import { Icon } from './ui/icon.tsx'

/** The mark of a team where people have their picture. */
export const TeamMark = () => (
  <span className={styles.root}>
    <Icon of={Users} size="s" />
  </span>
)
