import { Copy, Trash2 } from 'lucide-react'
import type { Space } from '#contract/spaces.ts'
import { Button } from '../../components/ui/button.tsx'
import { useSpaceCopy, useSpaceRemoval } from '../../components/use-space-acts.ts'

/** A second space with the same pages. */
export function Duplication({ space }: { space: Space }) {
  const copy = useSpaceCopy()
  return (
    <section className="end-act" aria-labelledby="space-copy">
      <div>
        <h2 id="space-copy">Duplicate this space</h2>
        <p>A copy with its pages and files, beside it. Change requests, comments and access stay here.</p>
      </div>
      <Button look="line" icon={Copy} aria-busy={copy.isBusy} onClick={() => copy.run(space)}>
        Duplicate
      </Button>
    </section>
  )
}

/** Into the trash, from where it comes back. */
export function Removal({ space }: { space: Space }) {
  const removal = useSpaceRemoval()
  return (
    <section className="end-act" aria-labelledby="space-end">
      <div>
        <h2 id="space-end">Delete this space</h2>
        <p>It stays in the trash for 7 days, from where it comes back with all it holds.</p>
      </div>
      <Button look="danger-line" icon={Trash2} aria-busy={removal.isBusy} onClick={() => removal.run(space)}>
        Delete space
      </Button>
    </section>
  )
}
