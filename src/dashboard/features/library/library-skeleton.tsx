import { Bone, TreeSkeleton } from '../../components/ui/skeleton.tsx'

/** The page while its first rows load. In a file of its own, so that the page itself loads lazily. */
export const LibrarySkeleton = () => (
  <>
    <div className="page-head">
      <div className="title-row">
        <h1>Library</h1>
      </div>
    </div>
    <div className="toolbar">
      <Bone width="min(16rem, 100%)" height="1.75rem" />
    </div>
    <div className="scroll">
      <TreeSkeleton rows={14} />
    </div>
  </>
)
