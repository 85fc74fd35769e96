import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { GitBranch } from 'lucide-react'
import type { Space } from '#contract/spaces.ts'
import { ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { Time } from '../../components/ui/time.tsx'
import { gitSyncQuery } from '../../data/git-sync.ts'
import { paths } from '../../lib/paths.ts'
import { repositoryName, syncState } from './labels.ts'

/** The repository of a space among its settings, with the way to its page. */
export function GitSyncSection({ space }: { space: Space }) {
  // The space names a repository if it is connected, or if it was imported from one.
  const { data: sync } = useQuery({ ...gitSyncQuery(space.id), enabled: space.gitSync !== undefined })
  return (
    <section className="section-action" aria-labelledby="space-git">
      <div>
        <h2 id="space-git">Git sync</h2>
        {sync ? (
          <p>
            {repositoryName(sync.url)} · {syncState(sync).label}
            {sync.syncedAt !== undefined && (
              <>
                {' '}
                · Synced <Time at={sync.syncedAt} ago />
              </>
            )}
          </p>
        ) : (
          <p>Keep this space and a folder of a Git repository in sync.</p>
        )}
      </div>
      <Link className={buttonClass('outline')} to={paths.spaceGitSync(space.id)}>
        <ButtonContent icon={GitBranch}>{sync ? 'Manage Git sync' : 'Connect repository'}</ButtonContent>
      </Link>
    </section>
  )
}
