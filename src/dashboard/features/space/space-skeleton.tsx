import { Bone } from '../../components/ui/skeleton.tsx'
import { words } from '../../lib/words.ts'

const depths = [0, 0, 0, 1, 1, 0, 1, 1, 1, 0, 0]
const widths = ['62%', '48%', '40%', '52%', '44%', '36%', '50%', '58%', '46%', '54%', '42%']

/** Bones in the shape of a space: head, tree, page. */
export const SpaceSkeleton = () => (
  <>
    <div className="page-head">
      <div className="title-row">
        <Bone width="9rem" height="0.75rem" />
      </div>
      <div className="tabs" />
    </div>
    <div className="split sp" role="status" aria-label={words.loading}>
      <div className="pane sp-tree wide">
        <div className="pane-head">
          <Bone width="3rem" />
        </div>
        <div className="pts-bones">
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

/** Bones of one page beside the tree. */
export const PageBones = () => (
  <div className="pane sp-page">
    <div className="sp-bar">
      <Bone width="9rem" />
    </div>
    <div className="sp-cols">
      <div className="sp-bones" role="status" aria-label={words.loading}>
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
