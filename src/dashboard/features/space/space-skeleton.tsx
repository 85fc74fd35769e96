import { clsx } from 'clsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { labels } from '../../lib/labels.ts'
import styles from './space.module.css'

const depths = [0, 0, 0, 1, 1, 0, 1, 1, 1, 0, 0]
const widths = ['62%', '48%', '40%', '52%', '44%', '36%', '50%', '58%', '46%', '54%', '42%']

/** Placeholder for a space: head, tree, page. */
export const SpaceSkeleton = () => (
  <>
    <div className="page-head">
      <div className="title-row">
        <Bone width="9rem" height="0.75rem" />
      </div>
      <div className="tabs" />
    </div>
    <div className={clsx('split', styles.root)} role="status" aria-label={labels.loading}>
      <div className={clsx('pane', styles.tree, 'wide')}>
        <div className="pane-head">
          <Bone width="3rem" />
        </div>
        <div className={styles.bones}>
          {depths.map((depth, at) => (
            <div key={at} style={{ '--depth': depth }}>
              <Bone width={widths[at] ?? '50%'} />
            </div>
          ))}
        </div>
      </div>
      <PageBones />
    </div>
  </>
)

/** Placeholder for one page next to the tree. */
export const PageBones = () => (
  <div className={clsx('pane', styles.page)}>
    <div className={styles.bar}>
      <Bone width="9rem" />
    </div>
    <div className="page-columns">
      <div className={styles.pageBones} role="status" aria-label={labels.loading}>
        <Bone width="45%" height="1.25rem" />
        <Bone width="96%" />
        <Bone width="90%" />
        <Bone width="60%" />
        <Bone width="30%" height="1rem" />
        <Bone width="93%" />
        <Bone width="88%" />
      </div>
    </div>
  </div>
)
