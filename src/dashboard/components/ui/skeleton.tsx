import { labels } from '../../lib/labels.ts'

/** A placeholder for content that is loading. `width` in CSS. */
export const Bone = ({ width, height }: { width: string; height?: string }) => (
  <span className="bone" style={{ width, ...(height ? { height } : {}) }} />
)

const widths = ['38%', '24%', '44%', '31%', '27%', '36%', '22%', '41%']
const depths = [0, 1, 2, 2, 1, 0, 1, 1]

/** Bones in the shape and depth of a tree's rows. */
export const TreeSkeleton = ({ rows = 8 }: { rows?: number }) => (
  <div className="rows tree" role="status" aria-label={labels.loading}>
    {Array.from({ length: rows }, (_, index) => (
      <div
        className="row"
        key={index}
        style={{ '--depth': depths[index % depths.length], '--cols': 'minmax(0, 1fr) 5rem' }}
      >
        <div className="cell tree-cell">
          <span className="twisty" />
          <Bone width="16px" height="16px" />
          <Bone width={widths[index % widths.length] ?? '30%'} />
        </div>
        <div className="cell">
          <Bone width="60%" />
        </div>
      </div>
    ))}
  </div>
)

/** Bones in the shape of a flat list. */
export const ListSkeleton = ({ rows = 8 }: { rows?: number }) => (
  <div className="rows" role="status" aria-label={labels.loading}>
    {Array.from({ length: rows }, (_, index) => (
      <div className="row" key={index} style={{ '--cols': 'minmax(0, 1fr) 6rem' }}>
        <div className="cell">
          <Bone width={widths[index % widths.length] ?? '30%'} />
        </div>
        <div className="cell">
          <Bone width="60%" />
        </div>
      </div>
    ))}
  </div>
)

/** Bones of a whole page: title and rows. */
export const PageSkeleton = () => (
  <>
    <div className="page-head">
      <div className="title-row">
        <h1 className="sr">{labels.loading}</h1>
        <Bone width="9rem" height="0.75rem" />
      </div>
    </div>
    <div className="page-skeleton-list">
      <ListSkeleton />
    </div>
  </>
)
